import type { QueryClient } from '@tanstack/react-query'
import { type Comment, type CommentPage, listComments } from '../../../../contract/social/comments.ts'
import { isRefetch, mapPages, pagedQuery, type Pages } from '../../../net/paged-query.ts'
import { patchQueries } from '../../../net/patch-queries.ts'
import { patchVideo, readVideoReply } from '../../../videos/video-cache.ts'
import { withoutMuted } from '../../../videos/video-list.ts'

type CommentPages = Pages<CommentPage>

/** The comments of a video, newest first. */
export const commentsQuery = (videoId: string) =>
  pagedQuery(
    listComments,
    { params: { id: videoId } },
    { meta: withoutMuted, read: (reply, client) => readVideoReply(client, videoId, reply) },
  )

export function findCachedComment(client: QueryClient, { id, videoId }: Comment): Comment | undefined {
  const list = client.getQueryData<CommentPages>(commentsQuery(videoId).queryKey)
  return list?.pages.flatMap(({ comments }) => comments).find((comment) => comment.id === id)
}

/**
 * Changes the loaded comments of a video. Cancels a running refetch, which would undo the change. Call `repeatRefetch`
 * once the server knows the change. A first load and a next page continue.
 */
export function patchComments(
  client: QueryClient,
  videoId: string,
  change: (comments: Comment[], page: number) => Comment[],
): void {
  const { queryKey } = commentsQuery(videoId)
  const isRefetching = { queryKey, exact: true, fetchStatus: 'fetching', predicate: isRefetch } as const
  for (const list of client.getQueryCache().findAll(isRefetching)) {
    void list.cancel({ revert: true })
    list.invalidate()
  }
  patchQueries<CommentPages>(client, { queryKey, exact: true }, (list) => mapPages(list, 'comments', change))
}

/** Repeats a refetch that `patchComments` has cancelled, if the comments are on screen. */
export function repeatRefetch(client: QueryClient, videoId: string): void {
  const { queryKey } = commentsQuery(videoId)
  void client.refetchQueries({ queryKey, exact: true, type: 'active', stale: true })
}

/** Removes a comment from the page after it was deleted, by the viewer or elsewhere. */
export function removeComment(client: QueryClient, { id, videoId, isHeld, isHidden }: Comment): void {
  patchComments(client, videoId, (comments) => comments.filter((other) => other.id !== id))
  repeatRefetch(client, videoId)
  if (!isHeld && !isHidden) addToCommentsCount(client, videoId, -1)
}

export function addToCommentsCount(client: QueryClient, videoId: string, by: 1 | -1): void {
  patchVideo(client, videoId, (video) => ({ ...video, commentsCount: Math.max(0, video.commentsCount + by) }))
}
