import type { Video } from '../../../../contract/videos/videos.ts'
import { formatLength } from '../../../format/clock.ts'
import { placeholderImage } from '../../../videos/placeholder.ts'

/**
 * A clip's poster. All posters have the same shape, so that rows align. A clip of another shape is shown whole over its
 * own blurred colours.
 */
export function ClipPoster({ clip }: { clip: Pick<Video, 'placeholder' | 'thumbnailUrl' | 'durationSeconds'> }) {
  return (
    <div
      className="relative aspect-4/3 overflow-hidden rounded-card bg-surface bg-cover bg-center"
      style={{ backgroundImage: placeholderImage(clip.placeholder) }}
    >
      {clip.thumbnailUrl && (
        <img
          src={clip.thumbnailUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {clip.durationSeconds !== null && (
        <span className="absolute right-2 bottom-2 rounded-full bg-scrim px-2 py-0.5 text-small text-on-scrim tabular-nums">
          <span className="sr-only">Length: </span>
          {formatLength(clip.durationSeconds)}
        </span>
      )}
    </div>
  )
}
