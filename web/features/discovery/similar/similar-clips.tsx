import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ClipStill, stillGrid } from '../../videos/lineage/related-still.tsx'
import { similarVideosQuery } from './similar.queries.ts'
import { describeSimilarity } from './describe-similarity.ts'

interface SimilarClipsProps {
  videoId: string
  /** A control beside the heading. It is shown alone if there are no similar clips or the request fails. */
  children: ReactNode
}

/** The clips similar to the given one. */
export function SimilarClips({ videoId, children }: SimilarClipsProps) {
  const { data, isPending } = useInfiniteQuery(similarVideosQuery(videoId))
  const headingId = useId()
  const pages = data?.pages ?? []
  // The control would move once its heading appears.
  if (isPending) return null
  if (pages.every(({ videos }) => videos.length === 0))
    return <div className="px-4 pt-12 empty:hidden sm:px-0 sm:pt-16">{children}</div>
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-5 px-4 pt-12 sm:px-0 sm:pt-16">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id={headingId} className="headline text-lead">
          Similar clips
        </h2>
        {children}
      </div>
      <ul className={stillGrid}>
        {pages.flatMap(({ videos, because }) =>
          videos.map((video) => {
            const similarity = because[video.id]
            return (
              <li key={video.id} className="min-w-0">
                <ClipStill clip={video} because={similarity && describeSimilarity(similarity)} />
              </li>
            )
          }),
        )}
      </ul>
    </section>
  )
}
