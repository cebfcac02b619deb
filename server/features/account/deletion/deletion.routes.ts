import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/deletion.ts'
import { requireAdmin, requireConfirmed, requireConfirmedStaff, requireViewer } from '../../../access/account-status.ts'
import { route, routeWithSession } from '../../../http/route.ts'
import { signOut } from '../../../identity/sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { deleteByAdmin, restoreByAdmin } from './delete-by-admin.ts'
import { requestDeletion, keepAccount } from './request-deletion.ts'

export function deletionRoutes(app: FastifyInstance, deps: Deps): void {
  // Every signed-in person may call this, even when restricted, suspended, or awaiting registration approval.
  routeWithSession(app, contract.requestDeletion, async ({ viewer, body, request, reply }) => {
    const person = requireConfirmed(viewer)
    const deleteAfter = await requestDeletion(deps, person.id, body.name)
    await signOut(request, reply)
    return { deleteAfter }
  })

  route(app, contract.keepAccount, ({ viewer }) => keepAccount(deps, requireViewer(viewer).id))

  route(app, contract.deleteAccount, async ({ viewer, params, body }) => {
    const admin = requireConfirmedStaff(requireAdmin(viewer))
    await deps.limits.take('account-erasures', admin.id)
    return { deleteAfter: await deleteByAdmin(deps, admin.id, params.id, body.reason) }
  })

  route(app, contract.restoreAccount, ({ viewer, params }) =>
    restoreByAdmin(deps, requireConfirmedStaff(requireAdmin(viewer)).id, params.id),
  )
}
