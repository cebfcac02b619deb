import { useId } from 'react'
import type { Relative } from '../../../../contract/videos/lineage.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { CreatorLink } from '../../social/creators/creator-link.tsx'
import { ClipPoster } from '../video-info/clip-poster.tsx'
import { VideoLink } from '../video-info/video-link.tsx'

type Still = Pick<Video, 'id' | 'title' | 'placeholder' | 'thumbnailUrl' | 'durationSeconds' | 'creator'>

/** A clip's poster, title and creator. @param because A sentence below the title. */
export function ClipStill({ clip, because }: { clip: Still; because?: string | undefined }) {
  const titleId = useId()
  return (
    <article aria-labelledby={titleId} className="flex flex-col">
      <VideoLink id={clip.id} className="block rounded-card">
        <ClipPoster clip={clip} />
        <h3 id={titleId} dir="auto" className="truncate pt-3 leading-6 font-strong">
          {clip.title}
        </h3>
        {because && (
          <p dir="auto" className="line-clamp-2 text-small break-words text-ink-muted">
            {because}
          </p>
        )}
      </VideoLink>
      <CreatorLink creator={clip.creator} />
    </article>
  )
}

export function describeMissing(missing: Relative['missing']): string {
  return missing === 'muted' ? 'A clip by someone you’ve muted' : 'A deleted clip'
}

/** A clip, or the reason why the clip is not shown. */
export function RelatedStill({ relative: { clip, missing } }: { relative: Relative }) {
  if (clip) return <ClipStill clip={clip} />
  return (
    <p className="grid aspect-4/3 place-items-center rounded-card bg-surface p-4 text-center text-small text-ink-muted">
      {describeMissing(missing)}
    </p>
  )
}

/** Rows of stills of equal height. */
export const stillGrid = 'grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-5 lg:grid-cols-4 xl:grid-cols-6'
