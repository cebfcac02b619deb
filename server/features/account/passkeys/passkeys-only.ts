import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { relyingPartyId } from '../../../identity/relying-party.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { requireLiveSession } from '../../../identity/end-sessions.ts'
import { lockSignInMethods } from './passkeys.queries.ts'

type PasskeyDeps = Pick<Deps, 'db' | 'jobs' | 'config'>

/**
 * Switches sign-in by password off or on.
 *
 * @throws {AppError} CONFLICT if the owner could no longer sign in after losing a passkey.
 */
export function changePasskeysOnly(
  deps: PasskeyDeps,
  { userId, sessionKey, isOn }: { userId: string; sessionKey: string; isOn: boolean },
): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    await lockSignInMethods(tx, userId)
    await requireLiveSession(tx, sessionKey)
    if (isOn && !(await canDoWithoutPassword(tx, userId, relyingPartyId(deps.config.publicUrl)))) {
      throw new AppError(
        'CONFLICT',
        'Add a second passkey or create recovery codes first. Otherwise, losing your only passkey would lock you out.',
      )
    }
    await setPasswordSignIn(tx, deps, { userId, passwordSignIn: !isOn })
  })
}

/**
 * Allows sign-in by password again if the removal of a passkey leaves too few ways to sign in. The caller has locked
 * the account.
 */
export async function preventLockout(tx: Db, deps: PasskeyDeps, userId: string): Promise<void> {
  if (await canDoWithoutPassword(tx, userId, relyingPartyId(deps.config.publicUrl))) return
  await setPasswordSignIn(tx, deps, { userId, passwordSignIn: true })
}

/** Whether the account has two passkeys for this host, or one passkey and a recovery code. */
async function canDoWithoutPassword(tx: Db, userId: string, rpId: string): Promise<boolean> {
  const { rows } = await sql<{ passkeys: number; codes: number }>`
    select (select count(*) from passkeys where user_id = ${userId} and rp_id = ${rpId}) as passkeys,
      (select count(*) from recovery_codes where user_id = ${userId}) as codes`.execute(tx)
  const { passkeys, codes } = rows[0]!
  return passkeys >= 2 || (passkeys === 1 && codes > 0)
}

async function setPasswordSignIn(
  tx: Db,
  deps: PasskeyDeps,
  { userId, passwordSignIn }: { userId: string; passwordSignIn: boolean },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update users set password_sign_in = ${passwordSignIn}
    where id = ${userId} and password_sign_in <> ${passwordSignIn}`.execute(tx)
  if (numAffectedRows === 1n)
    await recordAccountEvent(tx, deps, { userId, kind: passwordSignIn ? 'password-signs-in-again' : 'passkeys-only' })
}
