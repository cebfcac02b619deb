import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/registration-approval.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { requestApproval, getApprovalRequest, approveRegistration, rejectRegistration } from './approval-requests.ts'

export function registrationApprovalRoutes(app: FastifyInstance, { db, limits }: Deps): void {
  route(app, contract.getApprovalRequest, ({ viewer }) => getApprovalRequest(db, viewer.id))

  route(app, contract.requestApproval, async ({ viewer, body }) => {
    await limits.take('account-join-requests', viewer.id)
    return requestApproval(db, viewer.id, body.reason)
  })

  route(app, contract.approveRegistration, ({ viewer, params }) =>
    approveRegistration(db, { actorId: viewer.id, personId: params.id }),
  )

  route(app, contract.rejectRegistration, ({ viewer, params, body }) =>
    rejectRegistration(db, { actorId: viewer.id, personId: params.id, answer: body.answer }),
  )
}
