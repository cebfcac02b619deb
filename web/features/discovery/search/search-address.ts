import { searchSorts, type SearchSort } from '../../../../contract/discovery/search.ts'
import type { Suggestion } from '../../../../contract/discovery/search.ts'
import { tagPath } from '../../../../contract/videos/tags.ts'

/** What is searched for, as the address says it. */
export interface Search {
  q: string
  sort: SearchSort
  /** As typed, whatever it finds. */
  isExact: boolean
}

export function readSearch(addressSearch: string): Search {
  const params = new URLSearchParams(addressSearch)
  const sort = params.get('sort') ?? ''
  return {
    q: params.get('q')?.trim() ?? '',
    sort: isSort(sort) ? sort : 'best',
    isExact: params.get('exact') === 'true',
  }
}

function isSort(value: string): value is SearchSort {
  return Object.hasOwn(searchSorts, value)
}

export function searchPath(q: string, { isExact = false } = {}): string {
  const params = new URLSearchParams(q.trim() && { q: q.trim(), ...(isExact && { exact: 'true' }) })
  return params.size === 0 ? '/search' : `/search?${params}`
}

/** Where a suggestion leads. */
export function pathOf({ kind, text }: Suggestion): string {
  if (kind === 'tag') return tagPath(text)
  if (kind === 'tool') return `/tool/${encodeURIComponent(text)}`
  return kind === 'creator' ? `/profile/${encodeURIComponent(text)}` : searchPath(text)
}

/** The words of a search without what narrows it down: quotes, `-without`, `tool:` and `shape:`. */
export function plainWords(q: string): string {
  const words = q.replace(/(^|\s)(-("[^"]*"|\S+)|(tool|shape):\S*)/giu, ' ').replace(/["“”#@]/gu, ' ')
  return words.replace(/\s+/gu, ' ').trim()
}
