import type { QueryClient } from '@tanstack/react-query'
import { listLikedVideos } from '../../../../contract/social/likes.ts'
import { itemsOf, mapPages } from '../../../net/paged-query.ts'
import type { VideoPages } from '../../../videos/video-cache.ts'
import { videoList } from '../../../videos/video-list.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/**
 * The videos that a user likes, latest like first, in the shape of other video lists. Other viewers receive 401 or 403.
 */
export const likedVideosQuery = (userId: string) =>
  videoList(
    listLikedVideos,
    { params: { id: userId } },
    {
      order: 'stable',
      leavesOutMuted: false,
      meta: personal,
      read: (reply) => reply.then(({ likedVideos, ...page }) => ({ videos: likedVideos, ...page })),
      // Includes likes from other devices.
      refetchOnMount: 'always',
    },
  )

/** Removes unliked videos from the list. Until then the cards stay, so that the videos can be liked again. */
export function removeUnliked(client: QueryClient, userId: string): void {
  client.setQueryData<VideoPages>(likedVideosQuery(userId).queryKey, (list) =>
    mapPages(list, 'videos', (videos) => videos.filter(({ isLiked }) => isLiked)),
  )
}

/** Returns the number of likes on the loaded pages: `12`, or `24+` if there are more pages. */
export function likedCount(list: Pick<VideoPages, 'pages'>): string {
  const liked = itemsOf(list, 'videos').filter(({ isLiked }) => isLiked).length
  return list.pages.at(-1)?.nextCursor === null ? String(liked) : `${liked}+`
}
