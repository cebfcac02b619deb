import { type SearchSort, searchSorts, type Suggestion } from '../../../../contract/discovery/search.ts'
import { tagPath } from '../../../../contract/videos/tags.ts'
import { readParam } from '../../../page/address-param.ts'
import { profilePath } from '../../../people/person.ts'

export interface Search {
  q: string
  sort: SearchSort
  /** Whether to search for the text exactly as typed, even if it finds nothing. */
  isExact: boolean
}

/** Returns the search in the query of an address. Invalid parameters count as absent. */
export function readSearch(addressSearch: string): Search {
  const sort = readParam(addressSearch, 'sort') ?? ''
  return {
    q: readParam(addressSearch, 'q')?.trim() ?? '',
    sort: isSort(sort) ? sort : 'best',
    isExact: readParam(addressSearch, 'exact') === 'true',
  }
}

function isSort(value: string): value is SearchSort {
  return Object.hasOwn(searchSorts, value)
}

export function searchPath(q: string, { isExact = false } = {}): string {
  const params = new URLSearchParams(q.trim() && { q: q.trim(), ...(isExact && { exact: 'true' }) })
  return params.size === 0 ? '/search' : `/search?${params}`
}

export function pathOf({ kind, text }: Suggestion): string {
  if (kind === 'tag') return tagPath(text)
  if (kind === 'tool') return `/tool/${encodeURIComponent(text)}`
  return kind === 'creator' ? profilePath(encodeURIComponent(text)) : searchPath(text)
}

/** Returns the words of a search without quotation marks and filters: `-without`, `tool:` and `shape:`. */
export function plainWords(q: string): string {
  const words = q.replace(/(^|\s)(-("[^"]*"|\S+)|(tool|shape):\S*)/giu, ' ').replace(/["“”#@]/gu, ' ')
  return words.replace(/\s+/gu, ' ').trim()
}
