import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Comment } from '../../../../contract/social/comments.ts'
import type { Notification } from '../../../../contract/social/notifications.ts'
import type { Video, VideoPage } from '../../../../contract/videos/videos.ts'
import { refreshVideoLists } from '../../../videos/video-cache.ts'
import { newestPageQuery } from '../../../videos/newer-videos.ts'

/** Under which name a page of each list has its items, and of whom an item is. */
const lists = {
  videos: ({ creator }: Video) => creator.id,
  comments: ({ userId }: Comment) => userId,
  notifications: ({ actorId }: Notification) => actorId,
  people: ({ id }: { id: string }) => id,
  creators: ({ id }: { id: string }) => id,
} as Record<string, (item: unknown) => string>

type Page = Record<string, unknown> & { nextCursor: string | null }
type Cached = InfiniteData<Page, string | undefined>

/** What leaves somebody out who is muted: not the list of their own clips, which is read on their page. */
const leavesOut = ({ queryKey }: { queryKey: QueryKey }) =>
  ['/api/videos', '/api/users', '/api/creators', '/api/notifications'].includes(String(queryKey[0]))

/**
 * Takes everything of a person out of the lists that are cached, at once. A list of which nothing is left is asked for
 * anew if there is more of it.
 *
 * @returns Puts it back, as it was: a list that has changed since is asked for anew.
 */
export function dropPerson(client: QueryClient, personId: string): () => void {
  const dropped: { queryKey: QueryKey; before: Cached; after: Cached }[] = []
  for (const [queryKey, before] of client.getQueriesData<Cached>({ predicate: leavesOut })) {
    const after = before?.pages && withoutPerson(before, personId)
    if (!before || !after || after === before) continue
    client.setQueryData(queryKey, after)
    dropped.push({ queryKey, before, after: client.getQueryData<Cached>(queryKey) ?? after })
    if (isEmpty(after) && after.pages.at(-1)?.nextCursor) void client.invalidateQueries({ queryKey, exact: true })
  }
  client.setQueryData(newestPageQuery.queryKey, (page) => page && pageWithout<VideoPage>(page, personId))
  return () => {
    for (const { queryKey, before, after } of dropped) {
      if (client.getQueryData(queryKey) === after) client.setQueryData(queryKey, before)
      else void client.invalidateQueries({ queryKey, exact: true })
    }
  }
}

/** After a mute was taken back: they may be in any list again. */
export function askForLists(client: QueryClient): void {
  void refreshVideoLists(client)
  void client.invalidateQueries({ predicate: leavesOut })
  void client.invalidateQueries({ queryKey: newestPageQuery.queryKey })
}

function withoutPerson(list: Cached, personId: string): Cached {
  const pages = list.pages.map((page) => pageWithout(page, personId))
  return pages.every((page, i) => page === list.pages[i]) ? list : { ...list, pages }
}

function pageWithout<Listed extends object>(page: Listed, personId: string): Listed {
  for (const [name, items] of Object.entries(page)) {
    const ownerOf = lists[name]
    if (!ownerOf || !Array.isArray(items)) continue
    const kept = items.filter((item: unknown) => ownerOf(item) !== personId)
    return kept.length === items.length ? page : { ...page, [name]: kept }
  }
  return page
}

function isEmpty({ pages }: Cached): boolean {
  return pages.every((page) => Object.values(page).every((items) => !Array.isArray(items) || items.length === 0))
}
