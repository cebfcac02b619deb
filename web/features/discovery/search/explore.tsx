import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { defaultCreatorSort } from '../../../../contract/social/creators.ts'
import { itemsOf } from '../../../net/paged-query.ts'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { creatorsQuery } from '../../social/creators/creators.queries.ts'
import { PeopleGrid } from '../../social/creators/people-grid.tsx'
import { TopicsSkeleton, TrendingTopics, trendingQuery } from '../trending/trending-topics.tsx'
import { readRecentSearches, storeRecentSearches } from './recent-searches.ts'
import { searchPath } from './search-address.ts'

const PEOPLE_MAX = 6

/** The search page before a search: the viewer's recent searches, trending tags and tools, and people. */
export function Explore() {
  const user = useOwnUser()
  // Nothing is shown until the viewer is known. Recent searches that appeared later would shift the rest.
  return (
    <div className="flex flex-col gap-8 short:gap-4 max-sm:px-4">
      {user === undefined ? (
        <TopicsSkeleton />
      ) : (
        <>
          <RecentSearchesList key={user?.id} userId={user?.id} />
          <TrendingAndPeople />
        </>
      )}
    </div>
  )
}

function TrendingAndPeople() {
  const trending = useQuery(trendingQuery)
  const people = useInfiniteQuery(creatorsQuery(defaultCreatorSort, ''))
  // Topics and people appear together. The topics have an unknown height and would push the people down.
  if (trending.isPending || people.isPending) return <TopicsSkeleton />
  const creators = itemsOf(people.data, 'creators').slice(0, PEOPLE_MAX)
  return (
    <>
      <QueryContent query={trending} what="trending tags and tools">
        {(topics) => <TrendingTopics {...topics} />}
      </QueryContent>
      <PagedList query={people} what="creators" items={creators} empty={null} isCompact>
        {() => (
          <TitledSection id="people" title="People">
            <div className="mt-3">
              <PeopleGrid creators={creators} />
            </div>
            <ButtonLink href="/creators" className="mt-4">
              All creators
            </ButtonLink>
          </TitledSection>
        )}
      </PagedList>
    </>
  )
}

/** The viewer's latest searches, which they can remove. Hidden before their first search. */
function RecentSearchesList({ userId }: { userId: string | undefined }) {
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
              <X className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
