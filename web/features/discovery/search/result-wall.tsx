import type { FoundCreator, SearchPage } from '../../../../contract/discovery/search.ts'
import { PeopleGrid } from '../../social/creators/people-grid.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { isolate } from '../../../format/isolate.ts'
import { ApiError, failureMessage } from '../../../net/api-error.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { VideoWall } from '../cards/video-wall.tsx'
import { excerptOf, splitExcerpt } from './excerpt.ts'
import { describeResultCount } from './describe-result-count.ts'
import { type Search, searchPath, plainWords } from './search-address.ts'
import { searchQuery, wallOf } from './search.queries.ts'

/** The wall of search results. The sentence above the wall is visible if it says more than the count in the tab. */
export function ResultWall({ search }: { search: Search }) {
  const query = useInfiniteQuery(searchQuery(search))
  const { data, error, isPending, isFetching, refetch } = query
  const notes = useMemo(() => notesOf(data?.pages ?? []), [data])
  const first = data?.pages[0]
  const isCountInTab = !first || !(first.isAbout || first.isCut || first.shownCount < first.count)
  return (
    <>
      <p role="status" className={isCountInTab ? 'sr-only' : 'pb-4 text-ink-muted tabular-nums max-sm:px-4'}>
        {first ? describeResultCount(first, search.sort) : isPending && 'Searching…'}
        {first?.isCut && '. The search took too long, so some may be missing. Adding more words makes it faster.'}
      </p>
      {first?.corrected && <Corrected q={search.q} corrected={first.corrected} />}
      {first && first.creators.length > 0 && <FoundPeople creators={first.creators} />}
      {error instanceof ApiError && !data ? (
        <div role="alert">
          <Notice heading="We couldn’t search right now" sentence={failureMessage(error)}>
            <Button variant="primary" pending={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </Notice>
        </div>
      ) : (
        <VideoWall
          name={wallOf(search)}
          label="Clips found"
          list={searchQuery(search)}
          notes={notes}
          empty={<NothingFound q={search.q} invalidFilters={first?.invalidFilters} />}
        />
      )}
    </>
  )
}

/** Returns a line for each title that does not show the match itself. */
function notesOf(pages: SearchPage[]) {
  const excerpts = pages.flatMap((page) => Object.entries(page.excerpts))
  return new Map(
    excerpts.flatMap(([id, texts]) => {
      const excerpt = excerptOf(texts)
      return excerpt === undefined ? [] : [[id, <ExcerptText key={id} excerpt={excerpt} />] as const]
    }),
  )
}

const link = 'inline-flex min-h-11 items-center underline'

function Corrected({ q, corrected }: { q: string; corrected: string }) {
  return (
    <p className="-mt-2 pb-2 max-sm:px-4">
      Showing results for{' '}
      <strong dir="auto" className="font-strong">
        {corrected}
      </strong>
      .{' '}
      <Link href={searchPath(q, { isExact: true })} className={link}>
        Search for {q} instead
      </Link>
    </p>
  )
}

/** People whose username, or a word of whose name, starts with the search text. They are shown above the clips. */
function FoundPeople({ creators }: { creators: FoundCreator[] }) {
  return (
    <section aria-labelledby="found-people" className="pb-6 max-sm:px-4">
      <h2 id="found-people" className="pb-2 font-strong">
        People
      </h2>
      <PeopleGrid creators={creators} />
    </section>
  )
}

function ExcerptText({ excerpt }: { excerpt: string }) {
  return splitExcerpt(excerpt).map(({ text, isMarked }, i) =>
    isMarked ? (
      <mark key={i} className="bg-transparent font-strong text-accent-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** The reason why a filter is invalid, by its operator. */
const reasons: readonly [operator: RegExp, reason: string][] = [
  [/^-?tool:/i, 'no AI tool has that name.'],
  [/^-?shape:/i, 'shapes are vertical, landscape, square, or a ratio such as 9:16.'],
  [/^-?@/, 'usernames have only letters and digits.'],
]

function explain([invalidFilter = '']: string[] = []): string {
  const [, reason] = reasons.find(([operator]) => operator.test(invalidFilter)) ?? []
  return reason ? `We searched for ${isolate(invalidFilter)} as words: ${reason}` : 'Try fewer or different words.'
}

function NothingFound({ q, invalidFilters }: { q: string; invalidFilters: string[] | undefined }) {
  const words = plainWords(q)
  const isNarrowed = words !== q && words !== ''
  return (
    <Notice heading="No clips match this search" sentence={explain(invalidFilters)}>
      {isNarrowed && (
        <ButtonLink href={searchPath(words)} variant="primary">
          Search without filters
        </ButtonLink>
      )}
      <ButtonLink href="/" variant={isNarrowed ? 'quiet' : 'primary'}>
        See the newest clips
      </ButtonLink>
    </Notice>
  )
}
