import Info from 'lucide-react/icons/info'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearch, Link } from 'wouter'
import { useKeys } from '../../../page/use-keys.ts'
import { here } from '../../../page/navigation.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Explore } from './explore.tsx'
import { readSearch, searchPath } from './search-address.ts'
import { SearchBox } from './search-box.tsx'
import { SearchResults } from './search-results.tsx'

export function SearchPage() {
  const search = readSearch(useSearch())
  const { q, isExact } = search
  return (
    <div className="mx-auto max-w-[110rem] pb-20 sm:px-6">
      {/* A new search starts like a new page: at the top, with the focus on the heading. */}
      <Head key={searchPath(q, { isExact })} q={q} />
      {q === '' ? <Explore /> : <SearchResults search={search} />}
    </div>
  )
}

function Head({ q }: { q: string }) {
  const [, navigate] = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const [isTipped, setTipped] = useState(false)
  useKeys({ '/': () => field.current?.focus() })
  // The heading is rendered before the wall, so the wall's effect runs last and restores the place after Back.
  useLayoutEffect(() => void scrollTo(0, 0), [])
  const box = (
    <SearchBox
      q={q}
      field={field}
      onGo={(path) => navigate(path, { replace: path === here() })}
      className={q === '' ? 'min-w-0 grow' : 'w-full md:ml-auto md:w-96'}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 pt-3 pb-2 max-sm:px-4 sm:pb-4 short:pt-1 short:pb-2">
      <PageHeading
        title={q === '' ? 'Search' : `${q} – Search`}
        // On phones, the field alone shows the words of the search.
        className={`headline line-clamp-2 min-w-0 text-title ${q === '' ? '' : 'max-sm:absolute'}`}
      >
        {q === '' ? (
          'Search'
        ) : (
          <span dir="auto" className="max-sm:sr-only">
            “{q}”
          </span>
        )}
      </PageHeading>
      {q === '' ? (
        <>
          <div className="flex max-w-3xl min-w-0 grow items-center gap-2 max-sm:basis-full">
            {box}
            <Button
              variant="ghost"
              className="max-sm:w-11 max-sm:px-0!"
              aria-expanded={isTipped}
              aria-controls="search-tips"
              onClick={() => setTipped(!isTipped)}
            >
              <Info aria-hidden="true" className="size-5" />
              <span className="max-sm:sr-only">Search tips</span>
            </Button>
          </div>
          <SearchTips id="search-tips" isOpen={isTipped} />
        </>
      ) : (
        box
      )}
    </div>
  )
}

const examples = [
  { q: '"paper boats"', finds: 'exact phrase' },
  { q: 'city -rain', finds: 'city, without rain' },
  { q: '#claymation', finds: 'a tag' },
  { q: 'tool:google-veo-3', finds: 'one AI tool' },
  { q: 'shape:9:16', finds: 'vertical clips' },
]

/** Example searches with operators, shown on request. */
function SearchTips({ id, isOpen }: { id: string; isOpen: boolean }) {
  return (
    <div id={id} hidden={!isOpen} className="w-full">
      <p className="text-lead">Search titles, captions, prompts, tags, AI tools and creators’ names.</p>
      <p className="mt-2 text-ink-muted">Narrow your search, or type @ and a username to see one creator’s clips:</p>
      <ul className="mt-6 flex flex-col gap-2">
        {examples.map(({ q, finds }) => (
          <li key={q} className="flex flex-wrap items-center gap-x-4">
            <Link href={searchPath(q)} className={buttonClass()}>
              {q}
            </Link>
            <span className="text-ink-muted">{finds}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
