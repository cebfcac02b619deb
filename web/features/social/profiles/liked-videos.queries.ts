import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { listLikedVideos } from '../../../../contract/social/likes.ts'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { call } from '../../../net/api.ts'
import { mapPages } from '../../../net/paged-lists.ts'
import type { VideoPages } from '../../../videos/video-cache.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

const likedVideosKey = (userId: string) => ['/api/users', userId, 'liked-videos'] as const

/** What a person likes, newest like first, in the shape of every list of videos. For themselves only: else 401 or 403. */
export const likedVideosQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: likedVideosKey(userId),
    meta: personal,
    queryFn: async ({ pageParam, signal }): Promise<VideoPage> => {
      const request = { params: { id: userId }, query: { cursor: pageParam } }
      const { likedVideos, nextCursor } = await call(listLikedVideos, request, { signal })
      return { videos: likedVideos, nextCursor }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: VideoPage) => page.nextCursor ?? undefined,
    // What was liked elsewhere since is on it.
    refetchOnMount: 'always',
  })

/** Takes out what is not liked any more. Until then a card whose like was taken back can be liked again. */
export function dropUnliked(client: QueryClient, userId: string): void {
  client.setQueryData<VideoPages>(likedVideosKey(userId), (list) =>
    mapPages(list, 'videos', (videos) => videos.filter(({ isLiked }) => isLiked)),
  )
}

/** How many are liked, of the pages that have arrived: `12`, or `24+` when there are more. */
export function likedCount({ pages }: Pick<VideoPages, 'pages'>): string {
  const liked = pages.flatMap(({ videos }) => videos).filter(({ isLiked }) => isLiked).length
  return pages.at(-1)?.nextCursor === null ? String(liked) : `${liked}+`
}
