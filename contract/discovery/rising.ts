import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { VideoListQuery, VideoPage } from '../videos/videos.ts'

export const listRisingVideos = endpoint({
  method: 'GET',
  path: '/api/videos/rising',
  summary: 'What people watch, like and discuss now: up to 2,000 visible videos by their heat, the same for everyone.',
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
})

/** How heat is worked out, as it is used. */
export const FeedAlgorithm = z.object({
  rising: z.object({
    summary: z.string(),
    /** Each like, comment and view loses half of its weight in this time. */
    halfLifeHours: z.number(),
    /** Only what happened within so many days is counted. */
    days: z.number(),
    weights: z.object({ like: z.number(), comment: z.number(), view: z.number() }),
    /** What a weight is multiplied by. */
    trust: z.object({
      own: z.number(),
      visitor: z.number(),
      youngerThanADay: z.number(),
      youngerThanAWeek: z.number(),
      others: z.number(),
      /** What becomes of many from one person for one creator, in words. */
      repeated: z.string(),
    }),
  }),
})
export type FeedAlgorithm = z.output<typeof FeedAlgorithm>

export const getFeedAlgorithm = endpoint({
  method: 'GET',
  path: '/api/feed/algorithm',
  summary: 'How the order of Rising is worked out: the numbers that are in use.',
  response: FeedAlgorithm,
})
