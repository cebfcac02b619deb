import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { IdParams, NextCursor } from '../fields.ts'
import { Video } from '../videos/videos.ts'

export const SIMILAR_MAX = 24

/** The strongest reason why two videos are similar. */
export const Similarity = z.discriminatedUnion('kind', [
  /** Rare words in the title or prompt of both videos, in the requested video's spelling, the rarest first. */
  z.object({ kind: z.literal('words'), words: z.array(z.string()) }),
  /** Shared tags in their first spelling on this site, the rarest first. */
  z.object({ kind: z.literal('tags'), tags: z.array(z.string()) }),
  /** Several people like both videos. Likes are private, so the reason has no names and no number. */
  z.object({ kind: z.literal('likes') }),
  /** The model, or the tool if no model is known. */
  z.object({ kind: z.literal('model'), name: z.string() }),
])
export type Similarity = z.output<typeof Similarity>

export const SimilarVideos = z.object({
  videos: z.array(Video),
  /** Always null: there is only one page. */
  nextCursor: NextCursor,
  /** The reasons, by video id. */
  because: z.record(z.string(), Similarity),
})
export type SimilarVideos = z.output<typeof SimilarVideos>

export const listSimilarVideos = endpoint({
  method: 'GET',
  path: '/api/videos/:id/similar',
  access: 'anyone',
  summary: 'The visible videos that are most like a video, the most similar first, and what they have in common.',
  params: IdParams,
  response: SimilarVideos,
  errors: ['NOT_FOUND'],
  otherReplies: revalidated,
})
