import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { searchVideos, suggestSearches } from '../../../../contract/discovery/search.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { videoList } from '../../../videos/video-list.ts'
import { forgetPlace } from '../wall/wall-place.ts'
import type { Search } from './search-address.ts'

/**
 * Milliseconds for which unused suggestions stay cached. The time is short, because each keystroke may add an entry.
 */
const SUGGESTIONS_KEPT_MS = 60_000

export const searchQuery = ({ q, sort, isExact }: Search) =>
  videoList(
    searchVideos,
    { query: { q, sort, ...(isExact && { exact: 'true' }) } },
    { order: 'ranked', leavesOutMuted: true, enabled: q !== '' },
  )

export function wallOf({ q, sort, isExact }: Search): string {
  return `search ${JSON.stringify([sort, isExact, q])}`
}

/**
 * Resets the results of a search. A new search shows current results from the top; only Back restores the earlier
 * results.
 */
export function resetSearch(client: QueryClient, search: Search): void {
  for (const sort of ['best', 'newest'] as const) {
    const again = { ...search, sort }
    forgetPlace(wallOf(again))
    void client.resetQueries({ queryKey: searchQuery(again).queryKey })
  }
}

/** The previous suggestions are kept until the next ones arrive. */
export const suggestionsQuery = (q: string) =>
  endpointQuery(suggestSearches, { query: { q } }, { placeholderData: keepPreviousData, gcTime: SUGGESTIONS_KEPT_MS })
