import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { userVideosQuery } from '../../../videos/video.queries.ts'
import { VideoList } from '../../discovery/cards/video-list.tsx'

export function ProfileVideos({ userId, isOwnProfile }: { userId: string; isOwnProfile: boolean }) {
  return (
    <VideoList
      name={`profile ${userId}`}
      label="Videos"
      list={userVideosQuery(userId)}
      empty={
        <Notice heading="No videos yet">
          {isOwnProfile && (
            <Link href="/upload" className={buttonClass('primary')}>
              Publish your first video
            </Link>
          )}
        </Notice>
      }
    />
  )
}
