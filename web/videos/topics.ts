import type { QueryClient } from '@tanstack/react-query'
import { getTag, getTool } from '../../contract/discovery/tags.ts'
import { callsOf } from '../net/query-keys.ts'

/** Counts the clips of tags and tools again after a clip was published or deleted. */
export function refreshTopicCounts(client: QueryClient): void {
  void client.invalidateQueries(callsOf(getTag, getTool))
}
