import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/passkeys.ts'
import { requireViewer } from '../../../access/account-status.ts'
import { AppError } from '../../../errors/app-error.ts'
import { routeWithSession } from '../../../http/route.ts'
import { passkeyOrigin } from '../../../identity/relying-party.ts'
import { confirmSession, signIn } from '../../../identity/sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { usePasskey } from '../passkeys/use-passkey.ts'
import { findOwnUser } from '../../social/profiles/users.queries.ts'
import type { SignInLimits } from './sign-in-limits.ts'

export function passkeySignInRoutes(app: FastifyInstance, deps: Deps, limits: SignInLimits): void {
  const { db, config } = deps

  routeWithSession(app, contract.loginWithPasskey, async ({ body, request }) => {
    const origin = passkeyOrigin(config.publicUrl, request.headers.host)
    const { userId, passkeyId } = await limits.verifyPasskey(request, () =>
      usePasskey(deps, { userId: null, origin, answer: body }),
    )
    const user = await findOwnUser(db, userId)
    if (!user) throw new AppError('INVALID_CREDENTIALS', 'This account no longer exists.')
    await signIn(request, user.id, 'passkey', { passkeyId })
    limits.remember(request, user.email)
    return user
  })

  routeWithSession(app, contract.confirmWithPasskey, async ({ viewer, body, request }) => {
    const { id } = requireViewer(viewer)
    const origin = passkeyOrigin(config.publicUrl, request.headers.host)
    await limits.verifyPasskey(request, () => usePasskey(deps, { userId: id, origin, answer: body }))
    await confirmSession(db, request)
  })
}
