import type { Query, QueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../../contract/social/comments.ts'
import type { Notification } from '../../../../contract/social/notifications.ts'
import type { Video, VideoPage } from '../../../../contract/videos/videos.ts'
import { isRefetch, type Pages } from '../../../net/paged-query.ts'
import { patchQueries } from '../../../net/patch-queries.ts'
import { refreshVideoLists } from '../../../videos/video-cache.ts'
import { newestPageQuery } from '../../../videos/newer-videos.ts'
import { leavesOutMuted } from '../../../videos/video-list.ts'

/** Functions that return an item's owner, by the property that holds the items on a list's pages. */
const owners = {
  videos: ({ creator }: Video) => creator.id,
  comments: ({ userId }: Comment) => userId,
  notifications: ({ actorId }: Notification) => actorId,
  people: ({ id }: { id: string }) => id,
  creators: ({ id }: { id: string }) => id,
} as Record<string, (item: unknown) => string>

type Page = Record<string, unknown> & { nextCursor: string | null }

/**
 * Removes a person's items from the cached lists that leave out muted people. Resets other cached replies that leave
 * out muted people. Cancels running refetches, because their replies may contain the person. A first load and a next
 * page continue, and the person is removed when they arrive.
 *
 * @returns Functions for the time after the server's answer. `refetch` repeats the cancelled refetches, and refetches
 *   lists whose number of items has changed and those that became empty but have more pages. `restore` restores the
 *   lists. It refetches lists that have changed since.
 */
export function removePerson(client: QueryClient, personId: string): { refetch: () => void; restore: () => void } {
  const removed: { query: Query; before: Pages<Page>; after: Pages<Page> }[] = []
  const outdated = findRefetching(client)
  let state: 'sent' | 'answered' | 'undone' = 'sent'
  void client.cancelQueries({ predicate: (query) => outdated.has(query) })

  /** @returns Whether the list must be refetched: it is empty but has more pages, or it states a number of items. */
  const removeFrom = (query: Query): boolean => {
    const { queryKey } = query
    const before = query.state.data as Pages<Page> | undefined
    if (!before) return false
    if (!before.pages) {
      // The reply is not a list, and may show the person anywhere.
      void client.resetQueries({ queryKey, exact: true })
      return false
    }
    const after = withoutPerson(before, personId)
    if (after === before) return false
    patchQueries(client, { queryKey, exact: true }, () => after)
    removed.push({ query, before, after: query.state.data as Pages<Page> })
    return isCounted(after) || (hasNoItems(after) && after.pages.at(-1)?.nextCursor !== null)
  }
  const removeOnArrival = (query: Query) => {
    if (state === 'undone' || !removeFrom(query)) return
    if (state === 'sent') outdated.add(query)
    else invalidate(client, new Set([query]))
  }
  const removeFromAll = () => {
    for (const query of client.getQueryCache().findAll({ predicate: leavesOutMuted })) {
      // The promise of the running request.
      if (query.state.fetchStatus === 'fetching') void query.fetch().then(() => removeOnArrival(query), ignoreFailure)
      if (removeFrom(query)) outdated.add(query)
    }
  }

  removeFromAll()
  const newest = { queryKey: newestPageQuery.queryKey, exact: true }
  patchQueries<VideoPage>(client, newest, (page) => pageWithout(page, personId))
  return {
    refetch: () => {
      if (state === 'sent') {
        // Replies to requests that were sent before the answer may contain the person.
        state = 'answered'
        removeFromAll()
      }
      invalidate(client, outdated.union(findRefetching(client)))
    },
    restore: () => {
      state = 'undone'
      const changed = findRefetching(client)
      for (const { query, before, after } of removed) {
        if (query.state.data === after) patchQueries(client, { queryKey: query.queryKey, exact: true }, () => before)
        else changed.add(query)
      }
      invalidate(client, changed)
    },
  }
}

/** The list reports its own failure. */
const ignoreFailure = () => undefined

/** Returns the queries that leave out muted people and are being refetched. */
function findRefetching(client: QueryClient): Set<Query> {
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

function withoutPerson(list: Pages<Page>, personId: string): Pages<Page> {
  const pages = list.pages.map((page) => pageWithout(page, personId))
  return pages.every((page, i) => page === list.pages[i]) ? list : { ...list, pages }
}

function pageWithout<Listed extends object>(page: Listed, personId: string): Listed {
  let rest = page
  for (const [name, items] of Object.entries(page)) {
    const ownerOf = owners[name]
    if (!ownerOf || !Array.isArray(items)) continue
    const kept = items.filter((item: unknown) => ownerOf(item) !== personId)
    if (kept.length < items.length) rest = { ...rest, [name]: kept }
  }
  return rest
}

/** Whether the pages of a list contain the number of all its items. */
function isCounted({ pages }: Pages<Page>): boolean {
  return pages.some((page) => 'count' in page || 'total' in page)
}

function hasNoItems({ pages }: Pages<Page>): boolean {
  return pages.every((page) => Object.values(page).every((items) => !Array.isArray(items) || items.length === 0))
}
