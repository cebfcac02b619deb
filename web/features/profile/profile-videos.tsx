import { useInfiniteQuery } from '@tanstack/react-query'
import type { Profile } from '../../../contract/users.ts'
import { Notice } from '../../ui/notice.tsx'
import { VideoList } from '../feed/video-list.tsx'
import { userVideosQuery } from '../video/video.queries.ts'

export function ProfileVideos({ profile }: { profile: Profile }) {
  const videos = useInfiniteQuery(userVideosQuery(profile.id))
  return (
    <section aria-labelledby="profile-videos">
      <h2 id="profile-videos" className="pb-6 text-lead font-strong max-sm:px-4">
        Videos ({profile.videosCount})
      </h2>
      <VideoList
        name={`profile ${profile.id}`}
        label="Videos"
        query={videos}
        empty={<Notice heading={<h3 className="headline text-title">No videos yet</h3>} />}
      />
    </section>
  )
}
