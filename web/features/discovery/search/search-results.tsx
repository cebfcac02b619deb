import { useInfiniteQuery } from '@tanstack/react-query'
import { searchSorts, type SearchSort } from '../../../../contract/discovery/search.ts'
import { defaultCreatorSort } from '../../../../contract/social/creators.ts'
import { formatCount } from '../../../format/count.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Leaderboard } from '../../social/creators/creators-page.tsx'
import { creatorsQuery } from '../../social/creators/creators.queries.ts'
import { ResultWall } from './result-wall.tsx'
import { plainWords, type Search } from './search-address.ts'
import { searchQuery } from './search.queries.ts'

/** The clips and the people that match a search, in tabs. Only the open tab searches, and then shows its count. */
export function SearchResults({ search }: { search: Search }) {
  const [tab, setTab] = useAddressParam('tab', 'clips')
  const name = plainWords(search.q)
  const clips = useInfiniteQuery({ ...searchQuery(search), enabled: false }).data?.pages[0]
  const people = useInfiniteQuery({ ...creatorsQuery(defaultCreatorSort, name), enabled: false })
  const found = people.isPlaceholderData ? undefined : people.data?.pages.at(-1)
  return (
    <div className="max-xs:[&_[role=tab]]:text-small max-sm:[&_:has(>[role=tablist])]:px-4">
      <Tabs
        label="Results"
        aside={tab !== 'people' && clips?.count !== 0 && <SortChoice value={search.sort} />}
        value={tab === 'people' ? 'people' : 'clips'}
        onChange={setTab}
        tabs={[
          {
            value: 'clips',
            label: clips ? `Clips (${formatCount(clips.count)})` : 'Clips',
            content: <ResultWall search={search} />,
          },
          {
            value: 'people',
            label: found && name ? `People (${formatCount(found.total)}${found.isTotalCapped ? '+' : ''})` : 'People',
            content: name ? (
              <div className="max-w-6xl max-sm:px-4">
                <Leaderboard sort={defaultCreatorSort} q={name} />
              </div>
            ) : (
              <Notice heading="No people match this search" sentence="Try a name instead of filters." />
            ),
          },
        ]}
      />
    </div>
  )
}

/** Switches the order of results between best match and newest. */
function SortChoice({ value }: { value: SearchSort }) {
  const [, setSort] = useAddressParam('sort', 'best')
  return (
    <div role="group" aria-label="Sort by" className="flex gap-1 rounded-full bg-surface p-1">
      {Object.entries(searchSorts).map(([sort, label]) => (
        <button
          key={sort}
          type="button"
          aria-pressed={sort === value}
          onClick={() => setSort(sort)}
          className={`min-h-11 min-w-11 rounded-full px-4 max-xs:px-2 max-xs:text-small font-strong transition-colors duration-150 ${sort === value ? 'bg-surface-raised text-ink' : 'text-ink-muted hover:text-ink'}`}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
