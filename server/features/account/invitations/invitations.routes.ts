import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/invitations.ts'
import { requireAdmin, requireConfirmedStaff } from '../../../access/account-status.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { createInvitation, listInvitations, requireInvitation, revokeInvitation } from './invitations.queries.ts'

export function invitationRoutes(app: FastifyInstance, { db, config }: Deps): void {
  route(app, contract.createInvitation, ({ viewer, body }) =>
    createInvitation(db, config.publicUrl, requireConfirmedStaff(requireAdmin(viewer)).id, body),
  )

  route(app, contract.listInvitations, ({ viewer, query }) => {
    requireAdmin(viewer)
    return listInvitations(db, query)
  })

  route(app, contract.revokeInvitation, ({ viewer, params }) =>
    revokeInvitation(db, requireAdmin(viewer).id, params.id),
  )

  route(app, contract.checkInvitation, ({ body }) => requireInvitation(db, body.token))
}
