import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { defaultCreatorSort } from '../../../../contract/social/creators.ts'
import type { Trending } from '../../../../contract/discovery/trending.ts'
import { tagPath, toolPath } from '../../../../contract/videos/tags.ts'
import { itemsOf } from '../../../net/paged-lists.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { NotArrived, Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { creatorsQuery } from '../../social/creators/creators.queries.ts'
import { stillGrid } from '../../videos/lineage/related-still.tsx'
import { PeopleGrid } from './found-people.tsx'
import { RecentSearchesList } from './recent-searches-list.tsx'
import { trendingQuery } from './search.queries.ts'
import { TopicTile } from './topic-tile.tsx'

const PEOPLE_MAX = 6
const SKELETON_TILES = 12

const tileGrid = `mt-4 ${stillGrid}`

/** The search page before a search: the viewer's recent searches, trending tags and tools, and people. */
export function Explore() {
  const { user } = useOwnUser()
  // Nothing is shown until the viewer is known: their recent searches would shift everything below them if they
  // appeared later.
  return (
    <div className="flex flex-col gap-10 pt-2 max-sm:px-4">
      {user === undefined ? (
        <ExploreSkeleton />
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
  if (trending.isPending || people.isPending) return <ExploreSkeleton />
  const creators = itemsOf(people.data, 'creators').slice(0, PEOPLE_MAX)
  return (
    <>
      {trending.data ? (
        <Topics {...trending.data} />
      ) : (
        <NotArrived what="trending tags and tools" onRetry={() => void trending.refetch()} />
      )}
      <PagedList query={people} what="creators" items={creators} empty={null} isCompact>
        {() => (
          <TitledSection id="people" title="People">
            <div className="mt-4">
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

function Topics({ tags, tools }: Trending) {
  if (tags.length === 0 && tools.length === 0) {
    return (
      <Notice heading="Nothing to explore yet" sentence="The tags and AI tools of published clips will show up here.">
        <Link href="/upload" className={buttonClass('primary')}>
          Upload a video
        </Link>
      </Notice>
    )
  }
  return (
    <>
      {tags.length > 0 && (
        <TitledSection id="trending-tags" title="Trending tags">
          <ul className={tileGrid}>
            {tags.map((tag) => (
              <li key={tag.name} className="min-w-0">
                <TopicTile name={`#${tag.name}`} href={tagPath(tag.name)} topic={tag} />
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
      {tools.length > 0 && (
        <TitledSection id="trending-tools" title="Trending tools">
          <ul className={tileGrid}>
            {tools.map((tool) => (
              <li key={tool.tool} className="min-w-0">
                <TopicTile name={tool.name} href={toolPath(tool.tool)} topic={tool} />
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
    </>
  )
}

/** Empty tiles in the place of the first section. */
function ExploreSkeleton() {
  return (
    <div role="status" aria-label="Loading trending tags and tools" className="animate-shimmer">
      <div className="h-8 w-40 rounded-full bg-surface-raised" />
      <div className={tileGrid}>
        {Array.from({ length: SKELETON_TILES }, (_, i) => (
          <div key={i}>
            <div className="aspect-4/3 rounded-card bg-surface" />
            {/* The name and the count. */}
            <span className="block pt-3 leading-6">&nbsp;</span>
            <span className="block text-small">&nbsp;</span>
          </div>
        ))}
      </div>
    </div>
  )
}
