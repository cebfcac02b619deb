import { sql } from 'kysely'
import type { Passkey } from '../../../../contract/account/passkeys.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { requireAccount } from '../settings/account.queries.ts'

/** Selects the data of a passkey that the owner sees on the host `rpId`. */
export const shownColumns = (rpId: string) =>
  [
    ...(['id', 'name', 'rpId', 'isBackedUp', 'createdAt', 'usedAt'] as const),
    sql<boolean>`rp_id = ${rpId}`.as('isForHere'),
  ] as const

/** Lists an account's passkeys, latest first. */
export function listPasskeys(db: Db, userId: string, rpId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(shownColumns(rpId))
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Returns the credential ids of an account's passkeys that were made for this host. */
export function listCredentials(db: Db, userId: string, rpId: string) {
  return db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .where('rpId', '=', rpId)
    .orderBy('createdAt')
    .execute()
}

/** Renames a passkey. @throws {AppError} NOT_FOUND, including for a passkey of another account. */
export function renamePasskey(
  db: Db,
  { userId, id, name, rpId }: { userId: string; id: string; name: string; rpId: string },
): Promise<Passkey> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(shownColumns(rpId))
    .executeTakeFirstOrThrow(() => passkeyNotFound())
}

export function passkeyNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Passkey not found')
}

/**
 * Locks an account, so that its ways to sign in are counted correctly.
 *
 * @throws {AppError} LOGIN_REQUIRED if it is gone.
 */
export async function lockSignInMethods(tx: Db, userId: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${userId} for no key update`.execute(tx)
  requireAccount(rows[0])
}

/** Whether a session began with a password that a reset link or a recovery code set within the last hour. */
export async function hasResetPassword(db: Db, sessionKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from sessions join users on users.id = sessions.user_id
    where sid = ${sessionKey} and method = 'password'
      and password_reset_at > now() - interval '1 hour'`.execute(db)
  return rows.length > 0
}

/**
 * Whether the account has a passkey that works on this host. If so, it must confirm with the passkey instead of its
 * password.
 */
export async function holdsPasskey(db: Db, userId: string, rpId: string): Promise<boolean> {
  const { rows } = await sql`select from passkeys where user_id = ${userId} and rp_id = ${rpId} limit 1`.execute(db)
  return rows.length > 0
}
