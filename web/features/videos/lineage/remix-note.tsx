import Repeat from 'lucide-react/icons/repeat-2'
import { useQuery } from '@tanstack/react-query'
import { videoQuery } from '../../../videos/video.queries.ts'
import type { NamedParent } from './named-parents.ts'

/** Names the clip that is remixed. The fields about it are further down, below More options. */
export function RemixNote({ parents }: { parents: readonly NamedParent[] }) {
  const [only, ...more] = parents
  const { data: video } = useQuery({ ...videoQuery(only?.videoId ?? ''), enabled: only !== undefined })
  if (!only) return null
  return (
    <p className="flex items-center gap-2 text-ink-muted">
      <Repeat className="size-4 shrink-0" />
      <span className="line-clamp-1 min-w-0 wrap-anywhere">
        {more.length > 0 ? (
          `Remix of ${parents.length} clips`
        ) : (
          <>Remix of {video ? <bdi>{video.title}</bdi> : 'a clip'}</>
        )}
      </span>
    </p>
  )
}
