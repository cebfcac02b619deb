import { Link } from 'wouter'
import { COUNTED_UP_TO } from '../../../../contract/discovery/tags.ts'
import type { Cover, TrendingTopic } from '../../../../contract/discovery/trending.ts'
import { formatCount } from '../../../format/count.ts'
import { placeholderImage } from '../../../videos/placeholder.ts'

interface TopicTileProps {
  name: string
  href: string
  topic: TrendingTopic
}

/** A tag or a tool with up to three posters of its clips, linked to its page. */
export function TopicTile({ name, href, topic: { covers, videosCount, hasMore } }: TopicTileProps) {
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
      <span className="block text-small text-ink-muted tabular-nums">
        {hasMore ? `${formatCount(COUNTED_UP_TO)}+` : formatCount(videosCount)} {videosCount === 1 ? 'clip' : 'clips'}
      </span>
    </Link>
  )
}

/** A poster that fills its part of the tile. The size of that part does not depend on the poster. */
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
