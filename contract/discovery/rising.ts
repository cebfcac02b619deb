import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { VideoListQuery, VideoPage } from '../videos/videos.ts'

export const listRisingVideos = endpoint({
  method: 'GET',
  path: '/api/videos/rising',
  access: 'anyone',
  summary:
    'The visible videos that people watch, like and discuss now, the hottest first, 2,000 at most. All viewers get the same order.',
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
})

/** The formula for the heat of a clip, with the values in use. */
export const FeedAlgorithm = z.object({
  rising: z.object({
    summary: z.string(),
    /** Each like, comment and view loses half of its weight in this time. */
    halfLifeHours: z.number(),
    /** Number of days whose likes, comments and views are counted. */
    days: z.number(),
    weights: z.object({ like: z.number(), comment: z.number(), view: z.number() }),
    /** Factors that the weights are multiplied by. */
    trust: z.object({
      own: z.number(),
      visitor: z.number(),
      youngerThanADay: z.number(),
      youngerThanAWeek: z.number(),
      others: z.number(),
      /** A sentence that explains how a person's repeated likes or comments for the same creator are counted. */
      repeated: z.string(),
    }),
  }),
})
export type FeedAlgorithm = z.output<typeof FeedAlgorithm>

export const getFeedAlgorithm = endpoint({
  method: 'GET',
  path: '/api/feed/algorithm',
  access: 'anyone',
  summary: 'The formula for the order of Rising, with the values in use.',
  response: FeedAlgorithm,
})
