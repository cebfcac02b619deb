import { Notice } from '../../../ui/notice.tsx'
import { userVideosQuery } from '../../../videos/video.queries.ts'
import { VideoWall } from '../../discovery/cards/video-wall.tsx'

export function ProfileVideos({ userId, isOwnProfile }: { userId: string; isOwnProfile: boolean }) {
  return (
    <VideoWall
      name={`profile ${userId}`}
      label="Videos"
      list={userVideosQuery(userId)}
      empty={
        <Notice heading="No videos yet" link={isOwnProfile ? ['/upload', 'Publish your first video'] : undefined} />
      }
    />
  )
}
