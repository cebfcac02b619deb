import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type HiddenVideo, listHiddenVideos } from '../../../../contract/videos/hiding.ts'
import { itemsOf, pagedQuery } from '../../../net/paged-query.ts'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { videoPath } from '../../../videos/video-paths.ts'
import { personal } from '../../../viewer/viewer-cache.ts'
import { WallSkeleton } from '../../discovery/wall/wall-skeleton.tsx'
import { ClipPoster } from '../../videos/video-info/clip-poster.tsx'
import { HidingReasons } from '../../videos/video-info/hiding-reasons.tsx'
import { ProfileVideos } from './profile-videos.tsx'

/** The viewer's own hidden clips, newest first. A decision or an appeal can change them at any time. */
const hiddenVideosQuery = (userId: string) =>
  pagedQuery(listHiddenVideos, {}, { userId, meta: personal, refetchOnMount: 'always' })

/**
 * The owner's own clips: hidden ones with their reasons, then the wall. The wall waits for the hidden ones, to prevent
 * layout shifts.
 */
export function OwnVideos({ userId }: { userId: string }) {
  const hidden = useInfiniteQuery(hiddenVideosQuery(userId))
  const videos = itemsOf(hidden.data, 'videos')
  return (
    <>
      <PagedList query={hidden} what="hidden clips" items={videos} loading={<WallSkeleton />} empty={null} isCompact>
        {(more) => (
          <section aria-labelledby="hidden-videos" className="mb-10 max-sm:px-4">
            <h2 id="hidden-videos" className="headline text-title">
              Hidden
            </h2>
            <p className="mt-1 text-ink-muted">Only you and the moderators see these clips.</p>
            <ul className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
              {videos.map((video) => (
                <HiddenItem key={video.id} video={video} />
              ))}
            </ul>
            {more}
          </section>
        )}
      </PagedList>
      {!hidden.isPending && <ProfileVideos userId={userId} isOwnProfile />}
    </>
  )
}

function HiddenItem({ video }: { video: HiddenVideo }) {
  const { id, title, hiding } = video
  return (
    <li className="flex items-start gap-4 rounded-card bg-surface p-4">
      <div className="w-24 shrink-0 sm:w-36">
        <ClipPoster clip={video} />
      </div>
      <div className="flex min-w-0 grow flex-col">
        <Link
          href={videoPath(id)}
          dir="auto"
          className="-mt-2.5 truncate py-2.5 font-strong underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        <HidingReasons hiding={hiding} isOwner />
      </div>
    </li>
  )
}
