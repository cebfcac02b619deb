import type { QueryClient } from '@tanstack/react-query'
import { type CreatorPage, listCreators, type ListedCreator } from '../../contract/social/creators.ts'
import { mapPages, type Pages } from '../net/paged-lists.ts'
import { pagesKeyOf } from '../net/query-keys.ts'

/** Changes a creator on every cached leaderboard. Their position stays until the next refetch. */
export function patchListedCreator(
  client: QueryClient,
  id: string,
  change: (creator: ListedCreator) => ListedCreator,
): void {
  client.setQueriesData<Pages<CreatorPage>>({ queryKey: pagesKeyOf(listCreators) }, (list) =>
    mapPages(list, 'creators', (creators) =>
      creators.map((creator) => (creator.id === id ? change(creator) : creator)),
    ),
  )
}
