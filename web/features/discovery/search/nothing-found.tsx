import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { plainWords, searchPath } from './search-address.ts'

export function NothingFound({ q }: { q: string }) {
  const words = plainWords(q)
  const isNarrowed = words !== q && words !== ''
  return (
    <Notice heading="No clips match this search" sentence="Try fewer or different words.">
      {isNarrowed && (
        <Link href={searchPath(words)} className={buttonClass('primary')}>
          Search without filters
        </Link>
      )}
      <Link href="/" className={buttonClass(isNarrowed ? 'quiet' : 'primary')}>
        See the newest videos
      </Link>
    </Notice>
  )
}
