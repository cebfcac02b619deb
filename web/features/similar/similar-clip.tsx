import { useId } from 'react'
import type { Similarity } from '../../../contract/finding/similar.ts'
import type { Video } from '../../../contract/videos.ts'
import { clock } from '../../format/clock.ts'
import { placeholderImage } from '../../videos/placeholder.ts'
import { CreatorLink } from '../creators/creator-link.tsx'
import { VideoLink } from '../video-info/video-link.tsx'
import { similaritySentence } from './similarity-sentence.ts'

/** A clip as a still, who made it, and why it stands here. */
export function SimilarClip({ video, because }: { video: Video; because: Similarity | undefined }) {
  const titleId = useId()
  return (
    <article aria-labelledby={titleId} className="group flex flex-col">
      <VideoLink id={video.id} className="block rounded-card">
        <Poster video={video} />
        <h3 id={titleId} dir="auto" className="truncate pt-3 leading-6 font-strong">
          {video.title}
        </h3>
        {because && (
          <p dir="auto" className="line-clamp-2 text-small break-words text-ink-muted">
            {similaritySentence(because)}
          </p>
        )}
      </VideoLink>
      <CreatorLink creator={video.creator} />
    </article>
  )
}

/** All of one height, so that rows stand in line; a clip of another shape stands whole before its own blurred colours. */
function Poster({ video }: { video: Video }) {
  return (
    <div
      className="relative aspect-4/3 overflow-hidden rounded-card bg-surface bg-cover bg-center"
      style={{ backgroundImage: placeholderImage(video.placeholder) }}
    >
      {video.thumbnailUrl && (
        <img
          src={video.thumbnailUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {video.durationSeconds !== null && (
        <span className="absolute right-2 bottom-2 rounded-full bg-scrim px-2 py-0.5 text-small text-on-scrim tabular-nums">
          <span className="sr-only">Length: </span>
          {clock(video.durationSeconds)}
        </span>
      )}
    </div>
  )
}
