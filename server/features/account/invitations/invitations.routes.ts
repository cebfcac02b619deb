import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/invitations.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { createInvitation, listInvitations, requireInvitation, revokeInvitation } from './invitations.queries.ts'

export function invitationRoutes(app: FastifyInstance, { db, config }: Deps): void {
  route(app, contract.createInvitation, ({ viewer, body }) => createInvitation(db, config.publicUrl, viewer.id, body))

  route(app, contract.listInvitations, ({ query }) => listInvitations(db, query))

  route(app, contract.revokeInvitation, ({ viewer, params }) => revokeInvitation(db, viewer.id, params.id))

  route(app, contract.checkInvitation, ({ body }) => requireInvitation(db, body.token))
}
