import { sql } from 'kysely'
import type { AccountEventKind } from '../../contract/account/account.ts'
import type { Db } from '../db/connect.ts'
import { endSessions } from './end-sessions.ts'
import { revokeTokens } from './tokens.ts'

/**
 * Kinds of changes that an e-mailed link can undo for seven days, besides a change of address. Thieves make them to
 * keep an account after its password was reset.
 */
export const undoableEvents: readonly AccountEventKind[] = ['passkey-added', 'passkeys-only', 'recovery-codes-made']

/** Undoing a change also removes credentials that were created up to this long before it. */
const PREPARED_FOR = sql`interval '7 days'`

/** The state to restore. */
interface Before {
  /** The owner's address. Later changes of it are undone. */
  email: string
  isProven: boolean
  /** Time of the change. Null removes passkeys and codes of any age. */
  changedAt: string | null
}

/**
 * Gives an account back to its owner within `tx`. The caller holds the lock on the account's row that a change of
 * address takes. Removes passkeys and recovery codes that were created after the change or in the seven days before it.
 * Restores earlier codes and password sign-in. Ends sessions and revokes links, except those to earlier addresses and
 * those from operators.
 *
 * @returns The keys of the ended sessions.
 */
export async function takeAccountBack(tx: Db, userId: string, before: Before): Promise<string[]> {
  const undone = await deleteLaterChanges(tx, userId, before.email)
  await sql`
    update users set email = ${before.email}, email_verified_at = case when ${before.isProven} then now() end,
      password_sign_in = true, updated_at = now()
    where id = ${userId}`.execute(tx)
  await removeCredentials(tx, userId, before.changedAt === null ? [] : [before.changedAt, ...undone])
  await tx.deleteFrom('tokens').where('userId', '=', userId).where('email', '=', before.email).execute()
  await revokeTokens(tx, userId, { keepsResets: true })
  return endSessions(tx, userId)
}

/**
 * Deletes every change of address since the account had `email`, including a pending one. Revokes the undo links to the
 * addresses in between, which a thief may have chosen.
 *
 * @returns The times of the changes; empty if the address never changed since.
 */
export async function deleteLaterChanges(tx: Db, userId: string, email: string): Promise<string[]> {
  const { rows } = await sql<{ askedAt: string; former: string | null; email: string }>`
    delete from email_changes where user_id = ${userId} and (done_at is null or done_at >= (
      select min(done_at) from email_changes where user_id = ${userId} and former = ${email}
    ))
    returning asked_at, former, email`.execute(tx)
  const undone = rows.filter(({ former }) => former !== null)
  const addresses = undone.flatMap((change) => [change.former, change.email]).filter((each) => each !== email)
  await sql`
    delete from tokens where user_id = ${userId} and purpose = 'undo-email' and email = any(${addresses})`.execute(tx)
  return undone.map(({ askedAt }) => askedAt)
}

/** @param changes Times of the changes to undo. If empty, all passkeys and codes are removed. */
async function removeCredentials(tx: Db, userId: string, changes: string[]): Promise<void> {
  const since = sql`
    (select coalesce(min(at) - ${PREPARED_FOR}, '-infinity') from unnest(${changes}::timestamptz[]) as at)`
  await sql`delete from passkeys where user_id = ${userId} and created_at >= ${since}`.execute(tx)
  await sql`delete from recovery_codes where user_id = ${userId} and made_at >= ${since}`.execute(tx)
  // This is a single statement, so that the insert sees the rows that the delete returns.
  await sql`
    with voided as (delete from voided_recovery_codes where user_id = ${userId} returning *)
    insert into recovery_codes (hash, user_id, made_at)
    select hash, user_id, made_at from voided where made_at < ${since} and voided_at >= ${since}`.execute(tx)
}

/** Deletes revoked recovery codes that are too old to be restored by an undo link. */
export function deleteRevokedCodes(db: Db): Promise<unknown> {
  return sql`delete from voided_recovery_codes where voided_at < now() - interval '15 days'`.execute(db)
}
