import { useId } from 'react'
import type { Similarity } from '../../../../contract/discovery/similar.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { CreatorLink } from '../../social/creators/creator-link.tsx'
import { ClipPoster } from '../../videos/video-info/clip-poster.tsx'
import { VideoLink } from '../../videos/video-info/video-link.tsx'
import { similaritySentence } from './similarity-sentence.ts'

/** A similar clip: its still, its creator, and the reason for the similarity. */
export function SimilarClip({ video, because }: { video: Video; because: Similarity | undefined }) {
  const titleId = useId()
  return (
    <article aria-labelledby={titleId} className="group flex flex-col">
      <VideoLink id={video.id} className="block rounded-card">
        <ClipPoster clip={video} />
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
