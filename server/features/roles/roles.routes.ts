import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/admin/people.ts'
import { requireAdmin, requireConfirmed, requireViewer } from '../../access/standing.ts'
import { route, routeWithSession } from '../../http/route.ts'
import { signIn } from '../../identity/sessions.ts'
import type { Deps } from '../../setup/deps.ts'
import { staffChanged } from '../../signals/user-signals.ts'
import { changeRole } from './change-role.ts'
import { claimSite } from './claim-site.ts'

export function roleRoutes(app: FastifyInstance, { db, signals }: Deps): void {
  routeWithSession(app, contract.claimSite, async ({ viewer, body, request }) => {
    const person = requireViewer(viewer)
    await claimSite(db, person, body.token)
    staffChanged(signals)
    // A session that may do more has a new id. Whoever holds the link has proved more than a password would.
    await signIn(request, person.id)
    return { role: 'admin' as const }
  })

  route(app, contract.changeRole, async ({ viewer, params, body }) => {
    const admin = requireAdmin(viewer)
    requireConfirmed(admin)
    await changeRole(db, admin.id, params.id, body.role)
    staffChanged(signals)
    return { role: body.role }
  })
}
