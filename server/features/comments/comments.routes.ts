import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/comments.ts'
import { batched } from '../../concurrency/batch.ts'
import type { Deps } from '../../setup/deps.ts'
import { decodeCursor } from '../../http/cursor.ts'
import { ReadyJson } from '../../http/replies/ready-json.ts'
import { requireActive, requireViewer } from '../../access/standing.ts'
import { route } from '../../http/route.ts'
import { can, type Person } from '../../access/can.ts'
import { videoNotFound } from '../../access/visibility.ts'
import type { MutedPeople } from '../relations/muted-people.ts'
import { findLikedComments, likeComment, unlikeComment } from './comment-likes.queries.ts'
import { createComment, deleteComment } from './comments.queries.ts'
import { createCommentCache, pageForViewer, pageForVisitors, withoutAuthors, type CachedPage } from './comment-cache.ts'
import type { CommentPageOf } from './list-comments.ts'

export function commentRoutes(app: FastifyInstance, deps: Deps, muted: MutedPeople): void {
  const { db, limits } = deps
  const cache = createCommentCache(deps)
  const findLiked = batched((wanted: Parameters<typeof findLikedComments>[1]) => findLikedComments(db, wanted))

  /** Where a person has muted all who are on a page, the next one with somebody else is read for them alone. */
  async function withoutMuted(
    viewer: Person,
    page: CachedPage,
    list: Omit<CommentPageOf, 'after'>,
  ): Promise<CachedPage> {
    const shown = withoutAuthors(page, await muted.of(viewer))
    if (shown.ids.length > 0 || page.nextCursor === null) return shown
    return (await cache.readFor(viewer.id, { ...list, after: decodeCursor(page.nextCursor) })) ?? shown
  }

  route(app, contract.listComments, async ({ viewer, params: { id }, query: { limit, cursor } }) => {
    const page = await cache.getPage({ videoId: id, limit, after: decodeCursor(cursor) }, cursor)
    if (!page || !can(viewer, 'see', page)) throw videoNotFound()
    if (!viewer) return pageForVisitors(page)
    const shown = viewer.hasMuted ? await withoutMuted(viewer, page, { videoId: id, limit }) : page
    return new ReadyJson(pageForViewer(shown, await findLiked({ viewerId: viewer.id, commentIds: shown.ids })))
  })

  route(app, contract.createComment, async ({ viewer, params, body }) => {
    const { id } = requireActive(viewer)
    await limits.take('account-comments', id)
    return createComment(deps, id, params.id, body.text)
  })

  route(app, contract.deleteComment, ({ viewer, params }) => deleteComment(deps, requireViewer(viewer).id, params.id))

  route(app, contract.likeComment, ({ viewer, params }) => likeComment(deps, requireActive(viewer).id, params.id))

  route(app, contract.unlikeComment, ({ viewer, params }) => unlikeComment(deps, requireViewer(viewer).id, params.id))
}
