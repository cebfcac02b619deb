import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { defaultCreatorSort } from '../../../../contract/social/creators.ts'
import { itemsOf } from '../../../net/paged-lists.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { creatorsQuery } from '../../social/creators/creators.queries.ts'
import { PeopleGrid } from '../../social/creators/people-grid.tsx'
import { TopicsSkeleton, TrendingTopics, trendingQuery } from '../trending/trending-topics.tsx'
import { RecentSearchesList } from './recent-searches-list.tsx'

const PEOPLE_MAX = 6

/** The search page before a search: the viewer's recent searches, trending tags and tools, and people. */
export function Explore() {
  const { user } = useOwnUser()
  // Nothing is shown until the viewer is known, because recent searches that appeared later would shift everything
  // below them.
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
  // Both appear together, because the height of the tiles above the people is unknown.
  if (trending.isPending || people.isPending) return <TopicsSkeleton />
  const creators = itemsOf(people.data, 'creators').slice(0, PEOPLE_MAX)
  return (
    <>
      {trending.data ? (
        <TrendingTopics {...trending.data} />
      ) : (
        <NotArrived what="trending tags and tools" onRetry={() => void trending.refetch()} />
      )}
      <PagedList query={people} what="creators" items={creators} empty={null} isCompact>
        {() => (
          <TitledSection id="people" title="People">
            <div className="mt-3">
              <PeopleGrid creators={creators} />
            </div>
            <Link href="/creators" className={buttonClass('quiet', 'mt-4')}>
              All creators
            </Link>
          </TitledSection>
        )}
      </PagedList>
    </>
  )
}
