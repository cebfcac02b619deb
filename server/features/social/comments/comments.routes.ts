import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/social/comments.ts'
import { batched } from '../../../concurrency/batch.ts'
import type { Deps } from '../../../setup/deps.ts'
import { decodeCursor } from '../../../http/cursor.ts'
import type { SharedPage } from '../../../http/replies/shared-page.ts'
import { route } from '../../../http/route.ts'
import { can, type Person } from '../../../access/can.ts'
import { videoNotFound } from '../../../access/visibility.ts'
import type { Verification } from '../../account/email-address/require-verified.ts'
import type { MutedIdsCache } from '../mutes-and-blocks/muted-ids-cache.ts'
import { likeComment, unlikeComment } from './comment-likes.queries.ts'
import { deleteComment } from './delete-comment.ts'
import { createCommentCache, withAuthorOnlyComments } from './comment-cache.ts'
import type { CommentPageOf } from './list-comments.ts'
import { postComment, type PostDeps } from './post-comment.ts'
import { listViewerParts, listAuthorOnlyComments } from './viewer-comments.ts'

interface CommentParts extends Pick<PostDeps, 'newAccountLimits' | 'settings'> {
  muted: MutedIdsCache
  verification: Verification
}

export function commentRoutes(
  app: FastifyInstance,
  deps: Deps,
  { muted, verification, ...filter }: CommentParts,
): void {
  const { db, limits } = deps
  const cache = createCommentCache(deps)
  const getViewerParts = batched((wanted: Parameters<typeof listViewerParts>[1]) => listViewerParts(db, wanted))

  /**
   * Returns a page without muted authors. If the viewer has muted every author on the page, the next page with other
   * authors is read.
   */
  async function withoutMuted(
    viewer: Person,
    page: SharedPage<contract.Comment>,
    list: Omit<CommentPageOf, 'after'>,
  ): Promise<SharedPage<contract.Comment>> {
    const mutedIds = await muted.of(viewer)
    const shown = page.filter(({ userId }) => !mutedIds.has(userId))
    if (shown.ids.length > 0 || page.nextCursor === null) return shown
    return (await cache.readFor(viewer.id, { ...list, after: decodeCursor(page.nextCursor) }))?.page ?? shown
  }

  route(app, contract.listComments, async ({ viewer, params: { id }, query: { limit, cursor } }) => {
    const asked = { videoId: id, limit, after: decodeCursor(cursor) }
    const found = await cache.getPage(asked, cursor)
    if (!found || !can(viewer, 'see', found)) throw videoNotFound()
    const { page } = found
    if (!viewer) return page.forVisitors()
    const shown = viewer.hasMuted ? await withoutMuted(viewer, page, { videoId: id, limit }) : page
    const { own, hasAuthorOnlyComments } = await getViewerParts({
      viewerId: viewer.id,
      videoId: id,
      commentIds: shown.ids,
    })
    const whole = hasAuthorOnlyComments
      ? withAuthorOnlyComments(shown, await listAuthorOnlyComments(db, id, viewer.id), asked)
      : shown
    return whole.forViewer(own)
  })

  route(app, contract.createComment, async ({ viewer, params, body }) => {
    await verification.require(viewer)
    await limits.take('account-comments', viewer.id)
    return postComment({ ...deps, ...filter }, viewer, params.id, body.text)
  })

  route(app, contract.deleteComment, ({ viewer, params }) => deleteComment(deps, viewer.id, params.id))

  route(app, contract.likeComment, ({ viewer, params }) => likeComment(deps, viewer.id, params.id))

  route(app, contract.unlikeComment, ({ viewer, params }) => unlikeComment(deps, viewer.id, params.id))
}
