import type { Query, QueryClient } from '@tanstack/react-query'

/** The `meta` of queries whose answers are for one person's eyes alone. */
export const personal = { isPersonal: true } as const

/** What replies to everybody say of the one who asked, and what they say to visitors. */
const ABOUT_VIEWER = new Map<string, unknown>([
  ['isLiked', false],
  ['isFollowing', false],
  ['isOwnProfile', false],
  ['relation', null],
])

/**
 * Takes everything of the person who was signed in out of the cache: what is theirs alone goes, everything else turns
 * at once into what a visitor sees.
 */
export function forgetViewer(client: QueryClient): void {
  const isPersonal = ({ meta }: Query) => meta?.['isPersonal'] === true
  // What is under way would bring it back.
  void client.cancelQueries({ predicate: isPersonal })
  client.removeQueries({ predicate: isPersonal })
  for (const { queryKey, state } of client.getQueryCache().findAll()) {
    const seen = asVisitor(state.data)
    if (seen !== state.data) client.setQueryData(queryKey, seen)
  }
}

/** A reply as a visitor would have got it. What says nothing of the viewer stays the same object. */
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
