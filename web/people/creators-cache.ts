import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { CreatorPage, ListedCreator } from '../../contract/creators.ts'

/** Changes a creator on every cached leaderboard, at once. Their place there stays until it is asked for anew. */
export function patchListedCreator(
  client: QueryClient,
  id: string,
  change: (creator: ListedCreator) => ListedCreator,
): void {
  client.setQueriesData<InfiniteData<CreatorPage>>({ queryKey: ['/api/creators'] }, (list) =>
    list?.pages.some((page) => page.creators.some((creator) => creator.id === id))
      ? {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            creators: page.creators.map((creator) => (creator.id === id ? change(creator) : creator)),
          })),
        }
      : list,
  )
}
