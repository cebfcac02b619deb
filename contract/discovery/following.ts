import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, NextCursor, Timestamp } from '../fields.ts'
import { Video, VideoListQuery } from '../videos/videos.ts'

/** A page of clips by people whom the viewer follows. */
export const FollowingPage = z.object({
  videos: z.array(Video),
  nextCursor: NextCursor,
  /** Time of the newest clip that the viewer has seen in this feed; `null` before the first visit. */
  caughtUpAt: z.nullable(Timestamp),
})
export type FollowingPage = z.output<typeof FollowingPage>

export const listFollowingVideos = endpoint({
  method: 'GET',
  path: '/api/videos/following',
  access: 'account',
  summary: 'Visible videos by you and the people you follow, newest first. Empty if you follow no one.',
  query: VideoListQuery,
  response: FollowingPage,
})

export const markFollowingSeen = endpoint({
  method: 'PUT',
  path: '/api/videos/following/seen',
  access: 'account',
  summary:
    'Mark a video in your following feed as the newest that you have seen. A video that is older than the one already marked changes nothing.',
  body: z.strictObject({ videoId: Id }),
  response: null,
})
