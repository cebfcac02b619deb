import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { Id } from '../fields.ts'
import { tools } from '../videos/videos.ts'
import { Topic } from './tags.ts'

/** The poster of a clip. */
const Cover = z.object({
  videoId: Id,
  thumbnailUrl: z.string(),
  placeholder: z.nullable(z.string()),
})
export type Cover = z.output<typeof Cover>

/**
 * A tag or a tool with up to three covers by different creators, the hottest first. Covers that an earlier topic shows
 * come last.
 */
const TrendingTopic = z.extend(Topic, { covers: z.array(Cover) })
export type TrendingTopic = z.output<typeof TrendingTopic>

const Trending = z.object({
  tags: z.array(TrendingTopic),
  tools: z.array(z.extend(TrendingTopic, { tool: z.enum(tools) })),
})
export type Trending = z.output<typeof Trending>

export const getTrending = endpoint({
  method: 'GET',
  path: '/api/trending',
  access: 'anyone',
  summary:
    'The tags (12 at most) and AI tools (6 at most) that the most creators use in the 500 hottest visible videos, or in the newest ones on quiet sites.',
  response: Trending,
  otherReplies: revalidated,
})
