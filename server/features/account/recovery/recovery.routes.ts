import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/account/recovery.ts'
import { AppError } from '../../../errors/app-error.ts'
import { route, routeWithSession, type VisitorRequest } from '../../../http/route.ts'
import { browserName } from '../../../identity/browser-name.ts'
import type { Deps } from '../../../setup/deps.ts'
import { createSignInLimits, type Pause } from '../sign-in/sign-in-limits.ts'
import { getUserToSignIn } from '../users/own-user.queries.ts'
import { sessionKey, signIn } from '../../../identity/sessions.ts'
import { requestReset } from './request-reset.ts'
import { getResetter, resetPassword } from './reset-password.ts'
import { recover } from './recover.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { makeResetLink } from './reset-link.ts'

/** Routes with which an owner recovers an account after the loss of its password or passkeys. */
export function recoveryRoutes(app: FastifyInstance, deps: Deps, { pause }: { pause: Pause }): void {
  routeWithSession(app, contract.makeRecoveryCodes, async ({ viewer, request }) => {
    await deps.limits.take('account-notified-changes', viewer.id)
    const by = { sessionKey: sessionKey(request), browser: browserOf(request) }
    return { codes: await makeRecoveryCodes(deps, viewer.id, by) }
  })

  route(app, contract.requestReset, ({ body, request }) => requestReset(deps, body.email, request.ip))

  route(app, contract.resetPassword, ({ body, request }) => resetPassword(deps, body, browserOf(request)))

  route(app, contract.checkResetLink, async ({ body }) => void (await getResetter(deps.db, body.token)))

  route(app, contract.makeResetLink, async ({ viewer, params }) => ({
    link: await makeResetLink(deps, viewer.id, params.id),
  }))

  void app.register(async (scope) => {
    // The limits are those of signing in: a failure here counts there as well.
    const signInLimits = createSignInLimits(scope, deps, pause)

    routeWithSession(scope, contract.recover, async ({ body, request }) => {
      const giveBack = await signInLimits.take(request, body.email)
      const { userId, passwordHash } = await recover(deps, body, browserOf(request)).catch(async (error: unknown) => {
        // A common new password is not a guess at the code.
        if (error instanceof AppError && error.code === 'VALIDATION_FAILED') await giveBack()
        throw error
      })
      await giveBack()
      const user = await getUserToSignIn(deps.db, userId)
      // Refuses the sign-in if a reset link has since changed the password.
      await signIn(request, userId, 'recovery-code', { typed: { hash: passwordHash, isEasyToGuess: false } })
      return user
    })
  })
}

function browserOf({ headers }: VisitorRequest): string | null {
  return browserName(headers['user-agent'])
}
