import type { Query, QueryClient } from '@tanstack/react-query'
import { listComments } from '../../contract/social/comments.ts'
import { getAncestors, getLineage } from '../../contract/videos/lineage.ts'
import { getVideo } from '../../contract/videos/videos.ts'
import { callsOf } from '../net/query-keys.ts'

/** The `meta` of queries with data that only one user may see. */
export const personal = { isPersonal: true } as const

/** The options of personal queries. Other devices or other people can change their data at any time. */
export const freshPersonal = { meta: personal, staleTime: 0 } as const

/** The viewer-specific fields of public responses, with their values for visitors. */
const ABOUT_VIEWER = new Map<string, unknown>([
  ['isLiked', false],
  ['isFollowing', false],
  ['isOwnProfile', false],
  ['relation', null],
])

/**
 * Removes the former user's data from the cache. Personal queries are deleted, and all others at once show what a
 * visitor sees.
 */
export function removeViewerData(client: QueryClient): void {
  const isPersonal = ({ meta }: Query) => meta?.['isPersonal'] === true
  // A pending response would restore the data.
  void client.cancelQueries({ predicate: isPersonal })
  client.removeQueries({ predicate: isPersonal })
  // Authors also see their own hidden clips and comments, and a lineage shows whom the user has muted or blocked. Those
  // on the screen are fetched again.
  client.removeQueries({ type: 'inactive', ...callsOf(getVideo, getLineage, getAncestors, listComments) })
  for (const { queryKey, state } of client.getQueryCache().findAll()) {
    const seen = asVisitor(state.data)
    if (seen !== state.data) client.setQueryData(queryKey, seen)
  }
}

/** Returns a response as a visitor would receive it. Data without viewer-specific fields stays the same object. */
export function asVisitor(data: unknown): unknown {
  if (Array.isArray(data)) {
    const items = data.map(asVisitor)
    return items.some((item, i) => item !== data[i]) ? items : data
  }
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data).map(
    ([key, value]) => [key, ABOUT_VIEWER.has(key) ? ABOUT_VIEWER.get(key) : asVisitor(value)] as const,
  )
  const isSame = entries.every(([key, value]) => value === (data as Record<string, unknown>)[key])
  return isSame ? data : Object.fromEntries(entries)
}
