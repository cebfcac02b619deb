import type { ResetPasswordBody } from '../../../../contract/account/recovery.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { refuseCommonPassword } from '../../../identity/common-passwords.ts'
import { tellEnded } from '../../../identity/end-sessions.ts'
import { proveAddress } from '../../../identity/prove-address.ts'
import { findToken, takeToken } from '../../../identity/tokens.ts'
import type { Deps } from '../../../setup/deps.ts'
import { tellAccount } from '../settings/tell-account.ts'
import { lockPerson, type LockedPerson } from './lock-person.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { setNewPassword } from './set-new-password.ts'

/**
 * Sets a new password by a link, which is used up. What is refused leaves the link good, but for a link that is not.
 *
 * @param browser Where that was, if it said so.
 * @throws {AppError} NOT_FOUND for a link that was used, is too old or never was; VALIDATION_FAILED for a common password;
 *   RECOVERY_CODE_REQUIRED, INVALID_CREDENTIALS for accounts that sign in without a password.
 */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'passwords' | 'signals'>,
  { token, password, code }: ResetPasswordBody,
  browser: string | null,
): Promise<void> {
  const { db, passwords, signals } = deps
  const person = await findResetter(db, token)
  await refuseCommonPassword(password, person, 'password')
  // Before the transaction: it takes long.
  const passwordHash = await passwords.hash(password)
  const ended = await db.transaction().execute(async (tx) => {
    const locked = await lockPerson(tx, person.id)
    const taken = await takeToken(tx, 'reset', token)
    if (!locked || !taken || !isStillTheirs(taken, locked)) throw voidLink()
    if (!taken.withoutCode && !locked.passwordSignIn) await requireRecoveryCode(tx, locked.id, code)
    const keys = await setNewPassword(tx, locked.id, passwordHash)
    // Whoever opened the letter has the address, and what was there before may not be theirs.
    if (taken.email !== null) await proveAddress(tx, locked.id)
    await tellAccount(tx, deps, { userId: locked.id, kind: 'password-reset', detail: browser })
    return keys
  })
  tellEnded(signals, ended)
}

async function findResetter(db: Db, token: string): Promise<Pick<LockedPerson, 'id' | 'email' | 'username'>> {
  const found = await findToken(db, 'reset', token)
  if (!found?.userId) throw voidLink()
  const person = await db
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', '=', found.userId)
    .executeTakeFirst()
  if (!person || !isStillTheirs(found, person)) throw voidLink()
  return person
}

/** A letter to an address that is no longer the account's opens nothing. */
function isStillTheirs(token: { email: string | null }, person: { email: string }): boolean {
  return token.email === null || token.email === person.email
}

/** What a letter or an admin gives out must not stand in for what they sign in with. */
async function requireRecoveryCode(tx: Db, userId: string, code: string | undefined): Promise<void> {
  if (code === undefined) {
    throw new AppError(
      'RECOVERY_CODE_REQUIRED',
      'This account signs in with passkeys only. Please enter one of its recovery codes as well.',
    )
  }
  if (!(await takeRecoveryCode(tx, userId, code))) {
    throw new AppError('INVALID_CREDENTIALS', 'This is no recovery code of this account, or it was used.')
  }
}

function voidLink(): AppError {
  return new AppError('NOT_FOUND', 'This link was used, is older than 30 minutes, or was followed by a newer one.')
}
