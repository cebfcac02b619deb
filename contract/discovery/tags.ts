import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { Count, text } from '../fields.ts'
import { tools, VideoListQuery, VideoPage } from '../videos/videos.ts'

/** The largest number to which the clips of a tag or a tool are counted. */
export const COUNTED_UP_TO = 1_000

/** The limit exceeds that of a tag, because a tag's key can be longer than the tag. */
export const TagParams = z.object({ tag: text(1_000) })
export const ToolParams = z.object({ tool: z.enum(tools, 'This tool doesn’t exist') })

/** A tag, in its first spelling on this site (or as requested), or a tool's name. */
export const Topic = z.object({
  name: z.string(),
  /** Exact up to `COUNTED_UP_TO`. */
  videosCount: Count,
  hasMore: z.boolean(),
})
export type Topic = z.output<typeof Topic>

export const getTag = endpoint({
  method: 'GET',
  path: '/api/tags/:tag',
  access: 'anyone',
  summary: 'A tag, in any spelling, and the number of visible videos with it. Tags without videos are valid.',
  params: TagParams,
  response: Topic,
  otherReplies: revalidated,
})

export const listTagVideos = endpoint({
  method: 'GET',
  path: '/api/tags/:tag/videos',
  access: 'anyone',
  summary: 'The visible videos with a tag, newest first.',
  params: TagParams,
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
})

export const getTool = endpoint({
  method: 'GET',
  path: '/api/tools/:tool',
  access: 'anyone',
  summary: 'An AI tool, and the number of visible videos made with it.',
  params: ToolParams,
  response: Topic,
  otherReplies: revalidated,
})

export const listToolVideos = endpoint({
  method: 'GET',
  path: '/api/tools/:tool/videos',
  access: 'anyone',
  summary: 'The visible videos made with an AI tool, newest first.',
  params: ToolParams,
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
})
