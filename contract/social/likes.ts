import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, IdParams, NextCursor } from '../fields.ts'
import { Video, VideoListQuery } from '../videos/videos.ts'

/** The state of the like button of a video or a comment. */
export const LikeState = z.object({ isLiked: z.boolean(), likesCount: Count })
export type LikeState = z.output<typeof LikeState>

export const likeVideo = endpoint({
  method: 'POST',
  path: '/api/videos/:id/like',
  access: 'active',
  summary: 'Like a video. Liking twice counts once.',
  params: IdParams,
  response: LikeState,
  errors: ['BLOCKED', 'NOT_FOUND'],
})

export const unlikeVideo = endpoint({
  method: 'DELETE',
  path: '/api/videos/:id/like',
  access: 'account',
  summary: 'Unlike a video. Also succeeds when it is not liked.',
  params: IdParams,
  response: LikeState,
  errors: ['NOT_FOUND'],
})

export const getIsLiked = endpoint({
  method: 'GET',
  path: '/api/videos/:id/is-liked',
  access: 'anyone',
  summary: 'Whether the viewer likes a video. `false` when signed out.',
  params: IdParams,
  response: z.object({ isLiked: z.boolean() }),
  errors: ['NOT_FOUND'],
})

export const LikedVideoPage = z.object({ likedVideos: z.array(Video), nextCursor: NextCursor })
export type LikedVideoPage = z.output<typeof LikedVideoPage>

export const listLikedVideos = endpoint({
  method: 'GET',
  path: '/api/users/:id/liked-videos',
  access: 'account',
  summary: 'The videos that a person likes, most recently liked first. Only they can see them.',
  params: IdParams,
  query: VideoListQuery,
  response: LikedVideoPage,
  errors: ['ACCESS_DENIED'],
})
