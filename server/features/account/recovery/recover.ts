import type { RecoverBody } from '../../../../contract/account/recovery.ts'
import { AppError } from '../../../errors/app-error.ts'
import { refuseCommonPassword } from '../../../identity/common-passwords.ts'
import { emitSessionsEnded } from '../../../identity/end-sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { lockAccount } from '../settings/account.queries.ts'
import { findByRecoveryCode, consumeRecoveryCode } from './recovery-codes.ts'
import { setNewPassword } from './reset-password.ts'

/**
 * Recovers an account with a recovery code, which is consumed. An unknown address and a wrong code get the same reply
 * after the same work.
 *
 * @param browser Name of the caller's browser, if known.
 * @returns The account's id, and the hash of the new password.
 * @throws {AppError} INVALID_CREDENTIALS; VALIDATION_FAILED for a common password.
 */
export async function recover(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'passwords' | 'signals'>,
  { email, code, password }: RecoverBody,
  browser: string | null,
): Promise<{ userId: string; passwordHash: string }> {
  const { db, passwords, signals } = deps
  await refuseCommonPassword(password, { email, username: null }, 'password')
  const person = await findByRecoveryCode(db, email, code)
  if (!person) throw wrongCode()
  // The password is compared with the username only after the code was found valid. A refusal would otherwise reveal
  // the username.
  await refuseCommonPassword(password, person, 'password')
  const passwordHash = await passwords.hash(password)
  const ended = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, person.id)
    // The account's deletion may have begun during the hashing.
    if (!(await findByRecoveryCode(tx, email, code))) throw wrongCode()
    if (!(await consumeRecoveryCode(tx, person.id, code))) throw wrongCode()
    const keys = await setNewPassword(tx, person.id, passwordHash, { keepsResets: true })
    await recordAccountEvent(tx, deps, { userId: person.id, kind: 'recovery-code-used', detail: browser })
    return keys
  })
  emitSessionsEnded(signals, ended)
  return { userId: person.id, passwordHash }
}

function wrongCode(): AppError {
  return new AppError(
    'INVALID_CREDENTIALS',
    'This email address and recovery code don’t match, or the code was already used.',
  )
}
