import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/site/roles.ts'
import { route, routeWithSession } from '../../../http/route.ts'
import { renewSession } from '../../../identity/sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { STAFF_CHANGED } from '../../../signals/user-signals.ts'
import { changeRole } from './change-role.ts'
import { claimSite } from './claim-site.ts'

export function roleRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, signals } = deps

  routeWithSession(app, contract.claimSite, async ({ viewer, body, request }) => {
    await claimSite(db, viewer, body.token)
    signals.emit(STAFF_CHANGED, '')
    // The session gets a new id, so that an attacker who knew the old one does not become an admin. The old id fails at
    // once: the page sends no other request meanwhile. The new session counts as confirmed, because the link proves
    // more than a password would.
    await renewSession(deps, request)
    return { role: 'admin' as const }
  })

  route(app, contract.changeRole, async ({ viewer, params, body }) => {
    await changeRole(db, { actorId: viewer.id, personId: params.id, role: body.role })
    signals.emit(STAFF_CHANGED, '')
    return { role: body.role }
  })
}
