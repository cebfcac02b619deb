import { useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useKeys } from '../../../page/use-keys.ts'
import { here } from '../../../page/navigation.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Explore } from './explore.tsx'
import { readSearch, searchPath } from './search-address.ts'
import { SearchBox } from './search-box.tsx'
import { SearchResults } from './search-results.tsx'
import { SearchTips } from './search-tips.tsx'

export function SearchPage() {
  const search = readSearch(useSearch())
  const { q, isExact } = search
  return (
    <div className="mx-auto max-w-[110rem] pb-20 sm:px-6">
      {/* A new search starts like a new page: at the top, with the focus on the heading. */}
      <Head key={searchPath(q, { isExact })} q={q} />
      {q === '' ? (
        <>
          <SearchTips />
          <Explore />
        </>
      ) : (
        <SearchResults search={search} />
      )}
    </div>
  )
}

function Head({ q }: { q: string }) {
  const [, navigate] = useLocation()
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  // The heading is rendered before the wall, so the wall's effect runs last and restores the place after Back.
  useLayoutEffect(() => void scrollTo(0, 0), [])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 pt-6 pb-4 max-sm:px-4 sm:pt-10 short:pt-3">
      <PageHeading
        title={q === '' ? 'Search' : `${q} – Search`}
        className={`headline line-clamp-2 min-w-0 ${q === '' ? 'w-full text-display' : 'text-title'}`}
      >
        {q === '' ? 'Search' : <span dir="auto">“{q}”</span>}
      </PageHeading>
      <SearchBox
        q={q}
        field={field}
        onGo={(path) => navigate(path, { replace: path === here() })}
        className={q === '' ? 'w-full max-w-2xl' : 'w-full md:w-96'}
      />
    </div>
  )
}
