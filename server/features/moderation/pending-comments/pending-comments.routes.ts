import type { FastifyInstance } from 'fastify'
import { listOwnWaiting } from '../../../../contract/moderation/own-pending.ts'
import * as contract from '../../../../contract/moderation/pending-comments.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { decideWave } from './decide-wave.ts'
import { listOwnPending, listPending, listPendingOnClip } from './list-pending.ts'
import { releaseComment } from './release-comment.ts'

export function pendingCommentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(app, contract.listPendingComments, ({ query }) => listPending(db, query))

  route(app, contract.listWaitingBelow, ({ viewer, params }) => listPendingOnClip(db, viewer, params.id))

  route(app, listOwnWaiting, async ({ viewer }) => ({ comments: await listOwnPending(db, viewer.id) }))

  route(app, contract.releaseComment, ({ viewer, params }) => releaseComment(deps, viewer, params.id))

  route(app, contract.decideSameWords, async ({ viewer, params, body }) => ({
    decidedCount: await decideWave(deps, viewer, params.id, body),
  }))
}
