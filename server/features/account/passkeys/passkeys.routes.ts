import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/passkeys.ts'
import { requireConfirmed } from '../../../access/account-status.ts'
import { route, routeWithSession } from '../../../http/route.ts'
import { passkeyOrigin, relyingPartyId } from '../../../identity/relying-party.ts'
import { sessionKey } from '../../../identity/sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { addPasskey } from './add-passkey.ts'
import { issueChallenge } from './challenge.ts'
import { changePasskeysOnly } from './passkeys-only.ts'
import { hasResetPassword, listPasskeys, renamePasskey } from './passkeys.queries.ts'
import { removePasskey } from './remove-passkey.ts'

export function passkeyRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config
  const rpId = relyingPartyId(publicUrl)

  route(app, contract.createPasskeyChallenge, ({ viewer, body, request }) => {
    passkeyOrigin(publicUrl, request.headers.host)
    return issueChallenge(deps, viewer, body.purpose)
  })

  route(app, contract.listPasskeys, async ({ viewer }) => ({ passkeys: await listPasskeys(deps.db, viewer.id, rpId) }))

  routeWithSession(app, contract.addPasskey, async ({ viewer, body, request }) => {
    const origin = passkeyOrigin(publicUrl, request.headers.host)
    await deps.limits.take('account-notified-changes', viewer.id)
    return addPasskey(deps, { userId: viewer.id, sessionKey: sessionKey(request), origin, body })
  })

  route(app, contract.renamePasskey, ({ viewer, params, body }) =>
    renamePasskey(deps.db, { userId: viewer.id, id: params.id, name: body.name, rpId }),
  )

  routeWithSession(app, contract.removePasskey, async ({ viewer, params, query, request }) => {
    const key = sessionKey(request)
    // An owner who has just reset the password may remove a passkey without confirmation. If a thief added the passkey,
    // the owner could not confirm with it. The other sessions end, because a thief may have begun them with that
    // passkey.
    const mayRemove = !viewer.isConfirmed && (await hasResetPassword(deps.db, key))
    if (!mayRemove) requireConfirmed(viewer)
    const endsOthers = mayRemove || query.others === 'end'
    return removePasskey(deps, { userId: viewer.id, id: params.id, key, endsOthers })
  })

  routeWithSession(app, contract.changePasskeysOnly, async ({ viewer, body, request }) => {
    await deps.limits.take('account-notified-changes', viewer.id)
    return changePasskeysOnly(deps, { userId: viewer.id, sessionKey: sessionKey(request), isOn: body.isOn })
  })
}
