import { sql } from 'kysely'
import type { ResetPasswordBody } from '../../../../contract/account/recovery.ts'
import { maySignIn } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { refuseCommonPassword } from '../../../identity/common-passwords.ts'
import { endSessions, emitSessionsEnded } from '../../../identity/end-sessions.ts'
import { proveAddress } from '../../../identity/prove-address.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { takeAccountBack, undoableEvents } from '../../../identity/take-account-back.ts'
import { findToken, consumeToken, revokeTokens, type ValidToken } from '../../../identity/tokens.ts'
import { lockAccount, type LockedAccount } from '../settings/account.queries.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'

/**
 * Sets a new password with a reset link, and consumes the link. A refused call does not consume it. After a takeover,
 * all passkeys and recovery codes are removed in the same transaction. Otherwise a thief's passkey could act before the
 * owner removes it.
 *
 * @param browser Name of the caller's browser, if known.
 * @throws {AppError} NOT_FOUND for a link that was used, has expired or never existed.
 * @throws {AppError} VALIDATION_FAILED for a common password.
 * @throws {AppError} RECOVERY_CODE_REQUIRED, INVALID_CREDENTIALS for accounts that sign in without a password.
 */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'passwords' | 'signals'>,
  { token, password, code, wasTakenOver }: ResetPasswordBody,
  browser: string | null,
): Promise<void> {
  const { db, passwords, signals } = deps
  const person = await getResetter(db, token)
  await refuseCommonPassword(password, person, 'password')
  // Hashing takes long, so it happens before the transaction.
  const passwordHash = await passwords.hash(password)
  const ended = await db.transaction().execute(async (tx) => {
    const locked = await lockAccount(tx, person.id)
    const taken = await consumeToken(tx, 'reset', token)
    if (!locked || !taken || !isBoundTo(taken, locked)) throw invalidLink()
    if (await needsRecoveryCode(tx, taken, locked)) await requireRecoveryCode(tx, locked.id, code)
    const back = wasTakenOver ? { ...(await addressBefore(tx, taken, locked)), changedAt: null } : undefined
    const keys = back ? await takeAccountBack(tx, locked.id, back) : []
    // A thief who holds the address can use an e-mailed link, too.
    const keepsResets = taken.email !== null
    keys.push(...(await setNewPassword(tx, locked.id, passwordHash, { keepsResets })))
    // The caller who opened the e-mail owns the address. Earlier sign-in methods may be a stranger's.
    if (taken.email !== null) await proveAddress(tx, locked.id)
    await recordAccountEvent(tx, deps, { userId: locked.id, kind: 'password-reset', detail: browser })
    return keys
  })
  emitSessionsEnded(signals, ended)
}

/**
 * Sets the new password of a recovered account, under the lock of `lockAccount`. The account's tokens are revoked
 * (`revokeTokens`), and its sessions end. If sign-in by password was switched off, it is allowed again, because the
 * passkeys may be lost.
 *
 * @param keepsResets As for `revokeTokens`.
 * @returns The keys of the sessions that ended, for `emitSessionsEnded` after the commit.
 */
export async function setNewPassword(
  tx: Db,
  userId: string,
  passwordHash: string,
  { keepsResets }: { keepsResets: boolean },
): Promise<string[]> {
  await sql`
    update users set password_hash = ${passwordHash}, password_sign_in = true, password_reset_at = now()
    where id = ${userId}`.execute(tx)
  await revokeTokens(tx, userId, { keepsResets })
  return endSessions(tx, userId)
}

/** Returns the account of a reset link. @throws {AppError} NOT_FOUND if the link cannot set a password now. */
export async function getResetter(db: Db, token: string): Promise<Pick<LockedAccount, 'id' | 'email' | 'username'>> {
  const found = await findToken(db, 'reset', token)
  if (!found?.userId) throw invalidLink()
  const person = await db
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', '=', found.userId)
    .where(maySignIn)
    .executeTakeFirst()
  if (!person || !isBoundTo(found, person)) throw invalidLink()
  return person
}

/** Whether the link is valid for the account's present address. A link sent to a former address is not. */
function isBoundTo(token: { email: string | null }, person: { email: string }): boolean {
  return token.email === null || token.email === person.email
}

/**
 * Whether a recovery code is needed. An account that signs in only with passkeys needs one: a link alone must not
 * replace the passkeys. No code is needed with an operator's link. Nor is one needed within seven days of a change
 * that can be undone: it may be a thief who has switched the password off.
 */
async function needsRecoveryCode(tx: Db, taken: ValidToken, person: LockedAccount): Promise<boolean> {
  if (taken.withoutCode || person.passwordSignIn) return false
  const { rows } = await sql`
    select from account_events where user_id = ${person.id} and kind = any(${undoableEvents})
      and at > now() - interval '7 days' limit 1`.execute(tx)
  return rows.length === 0
}

/**
 * Returns the address that an account had before a takeover. A link sent by e-mail keeps the present address. A link
 * from an operator or an admin, who knows the owner, goes back to the address of seven days ago, unless another account
 * has got that address.
 */
async function addressBefore(
  tx: Db,
  taken: ValidToken,
  { id, email, emailVerifiedAt }: LockedAccount,
): Promise<{ email: string; isProven: boolean }> {
  const present = { email, isProven: emailVerifiedAt !== null || taken.email !== null }
  if (taken.email !== null) return present
  const { rows } = await sql<{ email: string; isProven: boolean; isTaken: boolean }>`
    select former as email, former_is_proven as is_proven,
      exists (select from users where users.email = former and users.id <> ${id}) as is_taken
    from email_changes where user_id = ${id} and done_at > now() - interval '7 days' order by done_at
    limit 1`.execute(tx)
  return rows[0] && !rows[0].isTaken ? rows[0] : present
}

/** Consumes a recovery code. A link from an e-mail or an admin is not enough to replace the passkeys. */
async function requireRecoveryCode(tx: Db, userId: string, code: string | undefined): Promise<void> {
  if (code === undefined) {
    throw new AppError(
      'RECOVERY_CODE_REQUIRED',
      'This account signs in with passkeys only. Please enter one of its recovery codes as well.',
    )
  }
  if (!(await consumeRecoveryCode(tx, userId, code))) {
    throw new AppError('INVALID_CREDENTIALS', 'This recovery code is wrong or was already used.')
  }
}

function invalidLink(): AppError {
  return new AppError(
    'NOT_FOUND',
    'This link was already used, is more than 30 minutes old, or was replaced by a newer one.',
  )
}
