import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ClipStill, stillGrid } from '../../videos/lineage/related-still.tsx'
import { similarVideosQuery } from './similar.queries.ts'
import { similaritySentence } from './similarity-sentence.ts'

/** Clips similar to the given one. Nothing is rendered if there are none, or if the request fails. */
export function SimilarClips({ videoId }: { videoId: string }) {
  const { data } = useInfiniteQuery(similarVideosQuery(videoId))
  const headingId = useId()
  const pages = data?.pages ?? []
  if (pages.every(({ videos }) => videos.length === 0)) return null
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-5 px-4 pt-12 sm:px-0 sm:pt-16">
      <h2 id={headingId} className="headline text-lead">
        Similar clips
      </h2>
      <ul className={stillGrid}>
        {pages.flatMap(({ videos, because }) =>
          videos.map((video) => {
            const similarity = because[video.id]
            return (
              <li key={video.id} className="min-w-0">
                <ClipStill clip={video} because={similarity && similaritySentence(similarity)} />
              </li>
            )
          }),
        )}
      </ul>
    </section>
  )
}
