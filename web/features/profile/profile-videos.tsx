import { useInfiniteQuery } from '@tanstack/react-query'
import { Notice } from '../../ui/notice.tsx'
import { VideoList } from '../feed/video-list.tsx'
import { userVideosQuery } from '../video/video.queries.ts'

export function ProfileVideos({ userId }: { userId: string }) {
  return (
    <VideoList
      name={`profile ${userId}`}
      label="Videos"
      query={useInfiniteQuery(userVideosQuery(userId))}
      empty={<Notice heading={<h2 className="headline text-title">No videos yet</h2>} />}
    />
  )
}
