import { useInfiniteQuery } from '@tanstack/react-query'
import Info from 'lucide-react/icons/info'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { searchSorts, type SearchSort } from '../../../../contract/discovery/search.ts'
import { defaultCreatorSort } from '../../../../contract/social/creators.ts'
import { cleanLine } from '../../../../contract/visible.ts'
import { formatCount } from '../../../format/count.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { useKeys } from '../../../page/keyboard/use-keys.ts'
import { currentPath } from '../../../page/navigation.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Leaderboard } from '../../social/creators/creators-page.tsx'
import { creatorsQuery } from '../../social/creators/creators.queries.ts'
import { Explore } from './explore.tsx'
import { ResultWall } from './result-wall.tsx'
import { readSearch, searchPath, plainWords, type Search } from './search-address.ts'
import { SearchBox } from './search-box.tsx'
import { searchQuery } from './search.queries.ts'

export function SearchPage() {
  const search = readSearch(useSearch())
  const { q, isExact } = search
  return (
    <div className="mx-auto max-w-[110rem] pb-20 sm:px-6">
      {/* A new key makes a new search start like a new page, at the top and with the focus on the heading. */}
      <Head key={searchPath(q, { isExact })} q={q} />
      {q === '' ? <Explore /> : <SearchResults search={search} />}
    </div>
  )
}

function Head({ q }: { q: string }) {
  const [, navigate] = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const words = cleanLine(q)
  useKeys({ '/': () => field.current?.focus() })
  // The heading is rendered before the wall, so the wall's effect runs last and restores the place after Back.
  useLayoutEffect(() => void scrollTo(0, 0), [])
  const box = (
    <SearchBox
      q={q}
      field={field}
      onGo={(path) => navigate(path, { replace: path === currentPath() })}
      className={q === '' ? 'min-w-0 grow' : 'w-full md:ml-auto md:w-96'}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 pt-3 pb-2 max-sm:px-4 sm:pb-4 short:pt-1 short:pb-2">
      <PageHeading
        title={q === '' ? 'Search' : `${words} – Search`}
        // On phones, the field alone shows the words of the search.
        className={`headline line-clamp-2 min-w-0 text-title ${q === '' ? '' : 'max-sm:absolute'}`}
      >
        {q === '' ? (
          'Search'
        ) : (
          <span dir="auto" className="max-sm:sr-only">
            “{words}”
          </span>
        )}
      </PageHeading>
      {q === '' ? <WithTips>{box}</WithTips> : box}
    </div>
  )
}

function WithTips({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="flex max-w-3xl min-w-0 grow items-center gap-2 max-sm:basis-full">
        {children}
        <Button
          variant="ghost"
          className="max-sm:w-11 max-sm:px-0!"
          aria-expanded={isOpen}
          aria-controls="search-tips"
          onClick={() => setOpen(!isOpen)}
        >
          <Info className="size-5" />
          <span className="max-sm:sr-only">Search tips</span>
        </Button>
      </div>
      <SearchTips isOpen={isOpen} />
    </>
  )
}

const examples = [
  { q: '"paper boats"', finds: 'exact phrase' },
  { q: 'city -rain', finds: 'city, without rain' },
  { q: '#claymation', finds: 'a tag' },
  { q: 'tool:google-veo-3', finds: 'one AI tool' },
  { q: 'shape:9:16', finds: 'vertical clips' },
]

function SearchTips({ isOpen }: { isOpen: boolean }) {
  return (
    <div id="search-tips" hidden={!isOpen} className="w-full">
      <p className="text-lead">Search titles, captions, prompts, tags, AI tools and creators’ names.</p>
      <p className="mt-2 text-ink-muted">Narrow your search, or type @ and a username to see one creator’s clips:</p>
      <ul className="mt-6 flex flex-col gap-2">
        {examples.map(({ q, finds }) => (
          <li key={q} className="flex flex-wrap items-center gap-x-4">
            <ButtonLink href={searchPath(q)}>{q}</ButtonLink>
            <span className="text-ink-muted">{finds}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The clips and the people that match a search, in tabs. A tab searches once it is opened, and then shows its count.
 */
function SearchResults({ search }: { search: Search }) {
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
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'clips',
            label: clips ? `Clips (${formatCount(clips.count)})` : 'Clips',
            content: <ResultWall search={search} />,
          },
          {
            value: 'people',
            label: found && name ? `People (${formatCount(found.total, found.isTotalCapped)})` : 'People',
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
          className={`min-h-11 min-w-11 rounded-full px-4 max-xs:px-2 max-xs:text-small font-strong transition-colors ${sort === value ? 'bg-surface-raised text-ink' : 'text-ink-muted hover:text-ink'}`}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
