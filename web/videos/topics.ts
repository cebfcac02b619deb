import type { QueryClient } from '@tanstack/react-query'
import { getTag, getTool, listTagVideos, listToolVideos } from '../../contract/discovery/tags.ts'
import { callsOf } from '../net/query-keys.ts'

/** Counts the clips of tags and tools again after a clip was published or deleted. */
export function refreshTopicCounts(client: QueryClient): void {
  void client.invalidateQueries(callsOf(getTag, getTool))
}

/**
 * Refetches the clips of tags and tools, and their number, on the next visit of their page, after a clip has moved to
 * others. At once would be too early, because the server indexes the clip after its reply.
 */
export function refreshTopics(client: QueryClient): void {
  const topics = callsOf(getTag, getTool, listTagVideos, listToolVideos)
  void client.invalidateQueries({ ...topics, refetchType: 'none' })
}
