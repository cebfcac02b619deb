import type { SearchPage, SearchSort } from '../../../../contract/discovery/search.ts'
import { countOf, formatCount } from '../../../format/count.ts'

/** Returns the exact or estimated number of results: `12 clips`, `The best 2,000 of about 41,000 clips`. */
export function describeResultCount(
  { count, isAbout, shownCount }: Pick<SearchPage, 'count' | 'isAbout' | 'shownCount'>,
  sort: SearchSort,
): string {
  if (count === 0) return 'No clips found'
  const clips = countOf(count, 'clip')
  if (shownCount < count) return `The ${sort} ${formatCount(shownCount)} of ${isAbout ? 'about ' : ''}${clips}`
  return isAbout ? `About ${clips}` : clips
}
