import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { Button, IconButton } from '../../../ui/button.tsx'
import { readRecentSearches, storeRecentSearches } from './recent-searches.ts'
import { searchPath } from './search-address.ts'

/** The viewer's latest searches, which they can remove. Nothing is shown before their first search. */
export function RecentSearchesList({ userId }: { userId: string | undefined }) {
  const [before] = useState(() => readRecentSearches(userId))
  const [searches, setSearches] = useState(before)
  const section = useRef<HTMLElement>(null)
  if (before.length === 0) return null
  const keep = (rest: string[]) => {
    storeRecentSearches(userId, rest)
    setSearches(rest)
    // The pressed button is removed.
    section.current?.focus()
  }
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="recent-searches">
      <div className="flex min-h-11 items-center justify-between gap-x-6">
        <h2 id="recent-searches" className="font-strong">
          Recent searches
        </h2>
        {searches.length > 0 && (
          <Button variant="ghost" className="-mr-3" onClick={() => keep([])}>
            Clear all
          </Button>
        )}
      </div>
      {searches.length === 0 && <p className="text-ink-muted">No recent searches.</p>}
      <ul className="flex flex-wrap gap-2">
        {searches.map((q) => (
          <li key={q} className="flex max-w-md min-w-0 items-center rounded-full bg-surface">
            <Link
              href={searchPath(q)}
              className="flex min-h-11 min-w-0 items-center rounded-full pl-4 font-strong transition-colors hover:text-accent-ink"
            >
              <span dir="auto" className="truncate">
                {q}
              </span>
            </Link>
            <IconButton label={`Remove ${q}`} onClick={() => keep(searches.filter((other) => other !== q))}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
