import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../../contract/social/comments.ts'
import type { Notification } from '../../../../contract/social/notifications.ts'
import type { Video, VideoPage } from '../../../../contract/videos/videos.ts'
import { isRefetch } from '../../../net/paged-query.ts'
import { refreshVideoLists } from '../../../videos/video-cache.ts'
import { newestPageQuery } from '../../../videos/newer-videos.ts'
import { leavesOutMuted } from '../../../videos/video-list.ts'

/** Functions that return an item's owner, by the property that holds the items on a list's pages. */
const lists = {
  videos: ({ creator }: Video) => creator.id,
  comments: ({ userId }: Comment) => userId,
  notifications: ({ actorId }: Notification) => actorId,
  people: ({ id }: { id: string }) => id,
  creators: ({ id }: { id: string }) => id,
} as Record<string, (item: unknown) => string>

type Page = Record<string, unknown> & { nextCursor: string | null }
type Cached = InfiniteData<Page, string | undefined>

/**
 * Removes a person's items from the cached lists that leave out muted people. Resets other cached replies that leave
 * out muted people. Cancels running refetches, because their replies may contain the person.
 *
 * @returns Functions for the time after the server's answer. `refetch` repeats the cancelled refetches, and refetches
 *   lists that became empty but have more pages. `putBack` restores the lists. It refetches lists that have changed
 *   since.
 */
export function dropPerson(client: QueryClient, personId: string): { refetch: () => void; putBack: () => void } {
  const dropped: { query: Query; before: Cached; after: Cached }[] = []
  const outdated = findRefetched(client)
  void client.cancelQueries({ predicate: (query) => outdated.has(query) })
  for (const query of client.getQueryCache().findAll({ predicate: leavesOutMuted })) {
    const { queryKey } = query
    const before = query.state.data as Cached | undefined
    if (!before) continue
    if (!before.pages) {
      // The reply is not a list, and may show the person anywhere.
      void client.resetQueries({ queryKey, exact: true })
      continue
    }
    const after = withoutPerson(before, personId)
    if (after === before) continue
    client.setQueryData(queryKey, after)
    dropped.push({ query, before, after: client.getQueryData<Cached>(queryKey) ?? after })
    if (isEmpty(after) && after.pages.at(-1)?.nextCursor) outdated.add(query)
  }
  client.setQueryData(newestPageQuery.queryKey, (page) => page && pageWithout<VideoPage>(page, personId))
  return {
    refetch: () => invalidate(client, outdated.union(findRefetched(client))),
    putBack: () => {
      const changed = findRefetched(client)
      for (const { query, before, after } of dropped) {
        if (query.state.data === after) client.setQueryData(query.queryKey, before)
        else changed.add(query)
      }
      invalidate(client, changed)
    },
  }
}

/** Returns the queries that leave out muted people and are being refetched. */
function findRefetched(client: QueryClient): Set<Query> {
  const newest = client.getQueryCache().find(newestPageQuery)
  const predicate = (query: Query) => (query === newest || leavesOutMuted(query)) && isRefetch(query)
  return new Set(client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate }))
}

function invalidate(client: QueryClient, queries: ReadonlySet<Query>): void {
  void client.invalidateQueries({ predicate: (query) => queries.has(query) })
}

/** Refetches the lists that may contain a person again after an unmute or unblock. */
export function invalidateLists(client: QueryClient): void {
  void refreshVideoLists(client)
  void client.invalidateQueries({ predicate: leavesOutMuted })
  void client.invalidateQueries(newestPageQuery)
}

function withoutPerson(list: Cached, personId: string): Cached {
  const pages = list.pages.map((page) => pageWithout(page, personId))
  return pages.every((page, i) => page === list.pages[i]) ? list : { ...list, pages }
}

function pageWithout<Listed extends object>(page: Listed, personId: string): Listed {
  let rest = page
  for (const [name, items] of Object.entries(page)) {
    const ownerOf = lists[name]
    if (!ownerOf || !Array.isArray(items)) continue
    const kept = items.filter((item: unknown) => ownerOf(item) !== personId)
    if (kept.length < items.length) rest = { ...rest, [name]: kept }
  }
  return rest
}

function isEmpty({ pages }: Cached): boolean {
  return pages.every((page) => Object.values(page).every((items) => !Array.isArray(items) || items.length === 0))
}
