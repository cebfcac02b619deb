import { Link } from 'wouter'
import { type Trending, getTrending, type Cover, type TrendingTopic } from '../../../../contract/discovery/trending.ts'
import { tagPath, toolPath } from '../../../../contract/videos/tags.ts'
import { countOf } from '../../../format/count.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { placeholderImage } from '../../../videos/placeholder.ts'
import { withoutMuted } from '../../../videos/video-list.ts'
import { stillGrid } from '../../videos/lineage/related-still.tsx'

const SKELETON_TILES = 12

const tileGrid = `mt-3 ${stillGrid}`

/** The tags and the AI tools that are used most at the moment, with covers. */
export function TrendingTopics({ tags, tools }: Trending) {
  if (tags.length === 0 && tools.length === 0) {
    return (
      <Notice
        heading="Nothing to explore yet"
        sentence="The tags and AI tools of published clips will show up here."
        link={['/upload', 'Upload a clip']}
      />
    )
  }
  return (
    <>
      <Tiles
        id="trending-tags"
        title="Trending tags"
        tiles={tags.map((topic) => ({ name: `#${topic.name}`, href: tagPath(topic.name), topic }))}
      />
      <Tiles
        id="trending-tools"
        title="Trending tools"
        tiles={tools.map((topic) => ({ name: topic.name, href: toolPath(topic.tool), topic }))}
      />
    </>
  )
}

/** Empty tiles in the place of the first section. */
export function TopicsSkeleton() {
  return (
    <div role="status" aria-label="Loading trending tags and tools" className="animate-shimmer">
      <div className="h-7 w-40 rounded-full bg-surface-raised" />
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

export const trendingQuery = endpointQuery(getTrending, {}, { meta: withoutMuted, refetchOnMount: 'always' })

function Tiles({ id, title, tiles }: { id: string; title: string; tiles: TopicTileProps[] }) {
  if (tiles.length === 0) return null
  return (
    <TitledSection id={id} title={title}>
      <ul className={tileGrid}>
        {tiles.map((tile) => (
          <li key={tile.href} className="min-w-0">
            <TopicTile {...tile} />
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}

interface TopicTileProps {
  name: string
  href: string
  topic: TrendingTopic
}

/** A tag or a tool with up to three posters of its clips, linked to its page. */
function TopicTile({ name, href, topic: { covers, videosCount, hasMore } }: TopicTileProps) {
  const [first, ...others] = covers
  return (
    <Link href={href} className="block rounded-card">
      <span className="flex aspect-4/3 gap-1 overflow-hidden rounded-card bg-surface">
        {first && <Poster cover={first} />}
        {others.length > 0 && (
          <span className="flex flex-1 flex-col gap-1">
            {others.map((cover) => (
              <Poster key={cover.videoId} cover={cover} />
            ))}
          </span>
        )}
      </span>
      <span dir="auto" className="block truncate pt-3 leading-6 font-strong">
        {name}
      </span>{' '}
      <span className="block text-small text-ink-muted tabular-nums">{countOf(videosCount, 'clip', { hasMore })}</span>
    </Link>
  )
}

function Poster({ cover: { thumbnailUrl, placeholder } }: { cover: Cover }) {
  return (
    <span className="relative flex-1 bg-cover bg-center" style={{ backgroundImage: placeholderImage(placeholder) }}>
      <img
        src={thumbnailUrl}
        alt=""
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-cover"
      />
    </span>
  )
}
