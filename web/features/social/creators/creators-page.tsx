import { useInfiniteQuery } from '@tanstack/react-query'
import {
  CREATOR_SEARCH_MAX_LENGTH,
  type CreatorSort,
  creatorSorts,
  defaultCreatorSort,
  type ListedCreator,
} from '../../../../contract/social/creators.ts'
import { formatCount } from '../../../format/count.ts'
import { itemsOf } from '../../../net/paged-query.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { Button } from '../../../ui/button.tsx'
import { BareSelect, SelectOptions } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { CreatorCard, TopCreatorCard } from './creator-card.tsx'
import { creatorsQuery } from './creators.queries.ts'
import { useLeaderboardPlace } from './leaderboard-place.ts'

export function CreatorsPage() {
  const [sortParam, setSort] = useAddressParam('sort', defaultCreatorSort)
  const [q, setQ] = useAddressParam('q', '')
  const sort = isSort(sortParam) ? sortParam : defaultCreatorSort
  return (
    <div className="mx-auto max-w-6xl px-4 pb-40 sm:px-8">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-3 pt-3 pb-4 sm:pt-4 short:pt-1">
        <div>
          <PageHeading title="Creators" className="headline text-display" />
          <p className="mt-2 text-ink-muted max-sm:sr-only">Everyone creating here.</p>
        </div>
        <search className="flex w-full flex-wrap gap-2 sm:gap-3 md:w-auto">
          <SearchField
            q={q}
            onSearch={setQ}
            label="Search creators"
            placeholder="Search creators..."
            maxLength={CREATOR_SEARCH_MAX_LENGTH}
            className="min-w-0 grow basis-32 sm:min-w-56"
          />
          <SortSelect value={sort} onChange={setSort} />
        </search>
      </div>
      <Leaderboard sort={sort} q={q} />
    </div>
  )
}

function isSort(value: string): value is CreatorSort {
  return Object.hasOwn(creatorSorts, value)
}

export function Leaderboard({ sort, q }: { sort: CreatorSort; q: string }) {
  const query = useInfiniteQuery(creatorsQuery(sort, q))
  const { data, isError, isPlaceholderData } = query
  const creators = itemsOf(data, 'creators')
  const { total = 0, isTotalCapped = false } = data?.pages.at(-1) ?? {}
  if (isError && (!data || isPlaceholderData)) {
    return (
      <Notice heading="Unable to Load Creators" sentence="Please try again later.">
        <Button variant="primary" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </Notice>
    )
  }
  return (
    <PagedList
      query={query}
      what="creators"
      items={creators}
      loading={<CreatorSkeleton />}
      empty={
        <div role="status">
          <Notice
            heading="No creators found"
            sentence={q === '' ? 'No creators available yet.' : 'Try adjusting your search query.'}
          />
        </div>
      }
      loadsOnScroll
    >
      {(more) => (
        <div
          aria-busy={isPlaceholderData}
          className={isPlaceholderData ? 'opacity-60 transition-opacity duration-150' : ''}
        >
          <CreatorList creators={creators} sort={sort} q={q} />
          {more}
          <p role="status" className="py-8 text-center text-small text-ink-muted tabular-nums">
            Showing {formatCount(creators.length)} of {formatCount(total, isTotalCapped)} creators
          </p>
        </div>
      )}
    </PagedList>
  )
}

const TOP_RANKS = 3

/**
 * The creators in the order of the leaderboard. Samples come last, so the number shown beside a person is their index
 * plus one.
 */
function CreatorList({ creators, sort, q }: { creators: ListedCreator[]; sort: CreatorSort; q: string }) {
  useLeaderboardPlace(`${location.pathname} ${sort} ${q}`)
  return (
    <ol aria-label="Creators" className="grid grid-cols-1 gap-3 lg:grid-cols-3 lg:gap-4">
      {creators.map((creator, index) => {
        const Card = index < TOP_RANKS && !creator.isSample ? TopCreatorCard : CreatorCard
        return <Card key={creator.id} creator={creator} rank={index + 1} sort={sort} />
      })}
    </ol>
  )
}

function SortSelect({ value, onChange }: { value: CreatorSort; onChange: (sort: CreatorSort) => void }) {
  return (
    <BareSelect
      aria-label="Sort creators by"
      boxClass="shrink-0 max-sm:w-36"
      arrowClass="max-sm:right-3"
      className="max-sm:truncate max-sm:pr-9 max-sm:pl-3"
      value={value}
      onChange={({ target }) => onChange(target.value as CreatorSort)}
    >
      <SelectOptions labels={creatorSorts} />
    </BareSelect>
  )
}

const bar = 'rounded-full bg-surface-raised'

function CreatorSkeleton() {
  return (
    <div role="status" aria-label="Loading creators" className="grid animate-shimmer gap-3 lg:grid-cols-3 lg:gap-4">
      {[1, 2, 3].map((rank) => (
        <div
          key={rank}
          className="flex h-38 items-start gap-4 rounded-card bg-surface p-4 sm:h-41 sm:p-5 lg:h-60 lg:flex-col lg:p-6"
        >
          <span className={`${bar} size-16`} />
          <span className={`${bar} h-6 w-2/5`} />
        </div>
      ))}
      {[4, 5, 6].map((rank) => (
        <div
          key={rank}
          className="flex h-33 items-start gap-4 rounded-card bg-surface p-4 sm:px-5 md:h-22 md:items-center lg:col-span-3 lg:px-6"
        >
          <span className={`${bar} size-12`} />
          <span className={`${bar} h-4 w-40`} />
        </div>
      ))}
    </div>
  )
}
