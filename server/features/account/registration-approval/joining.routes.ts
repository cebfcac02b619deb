import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/registration-approval.ts'
import { requireAdmin, requireViewer } from '../../../access/standing.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { askToJoin, findJoinRequest, letIn, refuseEntry } from './join-requests.ts'

export function joiningRoutes(app: FastifyInstance, { db, limits }: Deps): void {
  route(app, contract.getJoinRequest, ({ viewer }) => findJoinRequest(db, requireViewer(viewer).id))

  route(app, contract.askToJoin, async ({ viewer, body }) => {
    const { id } = requireViewer(viewer)
    await limits.take('account-join-requests', id)
    return askToJoin(db, id, body.reason)
  })

  route(app, contract.letIn, ({ viewer, params }) => letIn(db, requireAdmin(viewer).id, params.id))

  route(app, contract.refuseEntry, ({ viewer, params, body }) =>
    refuseEntry(db, requireAdmin(viewer).id, params.id, body.answer),
  )
}
