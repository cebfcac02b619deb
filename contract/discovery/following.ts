import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, NextCursor, Timestamp } from '../fields.ts'
import { Video, VideoListQuery } from '../videos/videos.ts'

/** A page of clips of people that the viewer follows. */
export const FollowingPage = z.object({
  videos: z.array(Video),
  nextCursor: NextCursor,
  /** Time of the newest clip that the viewer has seen here; `null` before the first visit. */
  caughtUpAt: z.nullable(Timestamp),
})
export type FollowingPage = z.output<typeof FollowingPage>

export const listFollowingVideos = endpoint({
  method: 'GET',
  path: '/api/videos/following',
  summary: 'Visible videos of the people you follow, and yours, newest first. Without people there are none.',
  query: VideoListQuery,
  response: FollowingPage,
  errors: ['LOGIN_REQUIRED'],
})

export const markFollowingSeen = endpoint({
  method: 'PUT',
  path: '/api/videos/following/seen',
  summary: 'Say which video you have seen of those of people you follow. It counts only if it is newer than the last.',
  body: z.strictObject({ videoId: Id }),
  response: null,
  status: 204,
  errors: ['LOGIN_REQUIRED'],
})
