import Eye from 'lucide-react/icons/eye'
import Heart from 'lucide-react/icons/heart'
import type { Video } from '../../../contract/videos.ts'
import { formatCount } from '../../ui/count.ts'

export function Counts({
  video,
  className = '',
}: {
  video: Pick<Video, 'likesCount' | 'viewsCount'>
  className?: string
}) {
  return (
    <p className={`flex items-center gap-3 text-small text-ink-muted tabular-nums ${className}`}>
      <Count icon={Heart} count={video.likesCount} one="like" many="likes" />
      <Count icon={Eye} count={video.viewsCount} one="view" many="views" />
    </p>
  )
}

function Count({ icon: Icon, count, one, many }: { icon: typeof Heart; count: number; one: string; many: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4" />
      {formatCount(count)}
      <span className="sr-only">{count === 1 ? one : many}</span>
    </span>
  )
}
