import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Comment, CommentPage } from '../../../contract/comments.ts'
import { listComments } from '../../../contract/comments.ts'
import { call } from '../../api.ts'
import { patchVideo } from '../video/video-cache.ts'

type CommentPages = InfiniteData<CommentPage, string | undefined>

/** The comments below a video, newest first. */
export const commentsQuery = (videoId: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/videos', videoId, 'comments'],
    queryFn: ({ pageParam, signal }) =>
      call(listComments, { params: { id: videoId }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: CommentPage) => page.nextCursor ?? undefined,
  })

/** Changes the loaded comments of a video; pages in which nothing changes keep their identity. */
export function changeComments(
  client: QueryClient,
  videoId: string,
  change: (comments: Comment[], page: number) => Comment[],
): void {
  client.setQueryData<CommentPages>(
    commentsQuery(videoId).queryKey,
    (list) =>
      list && { ...list, pages: list.pages.map((page, i) => ({ ...page, comments: change(page.comments, i) })) },
  )
}

export function addToCommentsCount(client: QueryClient, videoId: string, by: 1 | -1): void {
  patchVideo(client, videoId, (video) => ({ ...video, commentsCount: Math.max(0, video.commentsCount + by) }))
}
