import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/deletion.ts'
import { route, routeWithSession } from '../../../http/route.ts'
import { sessionKey, signOut } from '../../../identity/sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { deleteByAdmin, restoreByAdmin } from './delete-by-admin.ts'
import { requestDeletion, keepAccount } from './request-deletion.ts'

export function deletionRoutes(app: FastifyInstance, deps: Deps): void {
  // Every signed-in person may call this, even when restricted, suspended, or awaiting registration approval.
  routeWithSession(app, contract.requestDeletion, async ({ viewer, body, request, reply }) => {
    await deps.limits.take('account-notified-changes', viewer.id)
    const asked = { userId: viewer.id, sessionKey: sessionKey(request), name: body.name }
    const deleteAfter = await requestDeletion(deps, asked)
    await signOut(request, reply)
    return { deleteAfter }
  })

  route(app, contract.keepAccount, ({ viewer }) => keepAccount(deps, viewer.id))

  route(app, contract.deleteAccount, async ({ viewer, params, body }) => {
    await deps.limits.take('account-permanent-removals', viewer.id)
    return { deleteAfter: await deleteByAdmin(deps, { actorId: viewer.id, personId: params.id, reason: body.reason }) }
  })

  route(app, contract.restoreAccount, ({ viewer, params }) =>
    restoreByAdmin(deps, { actorId: viewer.id, personId: params.id }),
  )
}
