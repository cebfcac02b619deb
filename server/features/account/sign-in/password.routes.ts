import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as contract from '../../../../contract/account/password.ts'
import type { Person } from '../../../access/can.ts'
import { requireConfirmed } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { invalidField } from '../../../errors/app-error.ts'
import { routeWithSession } from '../../../http/route.ts'
import { browserName } from '../../../identity/browser-name.ts'
import { refuseCommonPassword } from '../../../identity/common-passwords.ts'
import { endSessions, emitSessionsEnded, requireLiveSession } from '../../../identity/end-sessions.ts'
import { renewSession, sessionKey } from '../../../identity/sessions.ts'
import { revokeTokens } from '../../../identity/tokens.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { lockAccount } from '../settings/account.queries.ts'
import { getCredentialsOf } from './credentials.queries.ts'
import { notYourPassword, type SignInLimits } from './sign-in-limits.ts'

/**
 * Serves the route that changes the password. A wrong current password counts as a failed confirmation of this
 * session.
 */
export function passwordRoutes(app: FastifyInstance, deps: Deps, signInLimits: SignInLimits): void {
  const { db, passwords, signals, limits } = deps

  routeWithSession(app, contract.changePassword, async ({ viewer, body, request }) => {
    const known = await getCredentialsOf(db, viewer.id)
    const current = requireCurrentPassword(viewer, known, body)
    if (current !== undefined) await signInLimits.verifyPassword(request, known.passwordHash, current)
    await refuseCommonPassword(body.new, known, 'new')
    // Only changes with the right password count. A stolen session could otherwise use up the owner's limit.
    await limits.take('account-notified-changes', viewer.id)
    const hash = await passwords.hash(body.new)
    const browser = browserName(request.headers['user-agent'])
    const ended = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, viewer.id)
      await requireLiveSession(tx, sessionKey(request))
      await setPassword(tx, viewer.id, { from: known.passwordHash, to: hash })
      await revokeTokens(tx, viewer.id, { keepsResets: true })
      await recordAccountEvent(tx, deps, { userId: viewer.id, kind: 'password-changed', detail: browser })
      return endSessions(tx, viewer.id, { except: sessionKey(request) })
    })
    emitSessionsEnded(signals, ended)
    await renewSession(deps, request, { hasNewPassword: true, keepsFormerId: true })
  })
}

/**
 * Returns the current password that must be compared. An account with a passkey, or with its password switched off,
 * needs a recent confirmation. A thief who has only watched the owner type must not take the account over.
 *
 * @returns The typed password; `undefined` if none must be compared.
 * @throws {AppError} VALIDATION_FAILED; CONFIRM_REQUIRED.
 */
function requireCurrentPassword(
  person: Person,
  { passwordSignIn, hasPasskey }: { passwordSignIn: boolean; hasPasskey: boolean },
  { current }: contract.ChangePasswordBody,
): string | undefined {
  if (!passwordSignIn || hasPasskey) requireConfirmed(person)
  if (!passwordSignIn) return undefined
  if (current !== undefined) return current
  throw invalidField('current', 'Your current password is required')
}

/**
 * Sets the password and allows sign-in with it. Of two concurrent changes, the second fails.
 *
 * @throws {AppError} INVALID_CREDENTIALS.
 */
async function setPassword(tx: Db, userId: string, { from, to }: { from: string; to: string }): Promise<void> {
  const { numAffectedRows } = await sql`
    update users set password_hash = ${to}, password_sign_in = true
    where id = ${userId} and password_hash = ${from}`.execute(tx)
  if (numAffectedRows === 0n) throw notYourPassword()
}
