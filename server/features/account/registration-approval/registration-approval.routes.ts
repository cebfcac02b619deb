import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/registration-approval.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { requestApproval, getApprovalRequest, approveRegistration, rejectRegistration } from './approval-requests.ts'

export function registrationApprovalRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, limits } = deps

  route(app, contract.getApprovalRequest, ({ viewer }) => getApprovalRequest(db, viewer.id))

  route(app, contract.requestApproval, async ({ viewer, body }) => {
    await limits.take('account-approval-requests', viewer.id)
    return requestApproval(db, viewer.id, body.reason)
  })

  route(app, contract.approveRegistration, ({ viewer, params }) =>
    approveRegistration(deps, { actorId: viewer.id, personId: params.id }),
  )

  route(app, contract.rejectRegistration, ({ viewer, params, body }) =>
    rejectRegistration(deps, { actorId: viewer.id, personId: params.id, answer: body.answer }),
  )
}
