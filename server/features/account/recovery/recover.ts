import type { RecoverBody } from '../../../../contract/account/recovery.ts'
import { AppError } from '../../../errors/app-error.ts'
import { refuseCommonPassword } from '../../../identity/common-passwords.ts'
import { tellEnded } from '../../../identity/end-sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { tellAccount } from '../settings/tell-account.ts'
import { lockPerson } from './lock-person.ts'
import { findByRecoveryCode, takeRecoveryCode } from './recovery-codes.ts'
import { setNewPassword } from './set-new-password.ts'

/**
 * Lets somebody back in by a recovery code, which is used up. An unknown address and a wrong code are one answer after the
 * same work.
 *
 * @param browser Where they did, if it said so.
 * @returns Their id, and what signs them in from now on.
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
  // Their name is for those who hold a code.
  await refuseCommonPassword(password, person, 'password')
  const passwordHash = await passwords.hash(password)
  const ended = await db.transaction().execute(async (tx) => {
    await lockPerson(tx, person.id)
    if (!(await takeRecoveryCode(tx, person.id, code))) throw wrongCode()
    const keys = await setNewPassword(tx, person.id, passwordHash)
    await tellAccount(tx, deps, { userId: person.id, kind: 'recovery-code-used', detail: browser })
    return keys
  })
  tellEnded(signals, ended)
  return { userId: person.id, passwordHash }
}

function wrongCode(): AppError {
  return new AppError(
    'INVALID_CREDENTIALS',
    'This address and this recovery code don’t belong together, or the code was used.',
  )
}
