import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/passkeys.ts'
import { requireConfirmed, requireViewer } from '../../../access/standing.ts'
import { route, routeWithSession } from '../../../http/route.ts'
import { passkeyOrigin, relyingPartyId } from '../../../identity/relying-party.ts'
import { sessionKey } from '../../../identity/sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { addPasskey } from './add-passkey.ts'
import { drawChallenge } from './challenge.ts'
import { changePasskeysOnly } from './passkeys-only.ts'
import { listPasskeys, renamePasskey } from './passkeys.queries.ts'
import { removePasskey } from './remove-passkey.ts'

export function passkeyRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config
  const rpId = relyingPartyId(publicUrl)

  route(app, contract.drawPasskeyChallenge, ({ viewer, body, request }) => {
    passkeyOrigin(publicUrl, request.headers.host)
    return drawChallenge(deps, viewer, body.purpose)
  })

  route(app, contract.listPasskeys, async ({ viewer }) => ({
    passkeys: await listPasskeys(deps.db, requireViewer(viewer).id, rpId),
  }))

  route(app, contract.addPasskey, ({ viewer, body, request }) => {
    const person = requireViewer(viewer)
    requireConfirmed(person)
    const origin = passkeyOrigin(publicUrl, request.headers.host)
    return addPasskey(deps, { userId: person.id, origin, body })
  })

  route(app, contract.renamePasskey, ({ viewer, params, body }) =>
    renamePasskey(deps.db, { userId: requireViewer(viewer).id, id: params.id, name: body.name, rpId }),
  )

  routeWithSession(app, contract.removePasskey, ({ viewer, params, query, request }) => {
    const person = requireViewer(viewer)
    requireConfirmed(person)
    const key = sessionKey(request)
    return removePasskey(deps, { userId: person.id, id: params.id, key, endsOthers: query.others === 'end' })
  })

  route(app, contract.changePasskeysOnly, ({ viewer, body }) => {
    const person = requireViewer(viewer)
    requireConfirmed(person)
    return changePasskeysOnly(deps, person.id, body.isOn)
  })
}
