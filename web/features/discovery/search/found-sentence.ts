import type { SearchPage, SearchSort } from '../../../../contract/discovery/search.ts'
import { formatCount } from '../../../format/count.ts'

/** Returns the number of results as far as it is known: `12 clips`, `The best 2,000 of about 41,000 clips`. */
export function foundSentence(
  { count, isAbout, shownCount }: Pick<SearchPage, 'count' | 'isAbout' | 'shownCount'>,
  sort: SearchSort,
): string {
  if (count === 0) return 'No clips found'
  const clips = `${formatCount(count)} ${count === 1 ? 'clip' : 'clips'}`
  if (shownCount < count) return `The ${sort} ${formatCount(shownCount)} of ${isAbout ? 'about ' : ''}${clips}`
  return isAbout ? `About ${clips}` : clips
}
