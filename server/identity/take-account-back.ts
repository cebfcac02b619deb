import { sql } from 'kysely'
import type { AccountEventKind } from '../../contract/account/account.ts'
import type { Db } from '../db/connect.ts'
import { endSessions } from './end-sessions.ts'
import { voidTokens } from './tokens.ts'

/**
 * Changes that a link in an e-mail takes back for seven days, besides a change of the address. A thief makes them to keep
 * an account whose password its owner resets.
 */
export const undoableEvents: readonly AccountEventKind[] = ['passkey-added', 'passkeys-only', 'recovery-codes-made']

/** How long ago a credential may have been made, before a change that is taken back, to be removed with it. */
const PREPARED_FOR = sql`interval '7 days'`

/** The state that an account goes back to. */
interface Before {
  /** The owner's address. Later changes of it are taken back. */
  email: string
  isProven: boolean
  /** When the change happened. Null removes every passkey and code, however old. */
  changedAt: string | null
}

/**
 * Gives an account back to its owner within `tx`, under the lock of its row that changing an address takes. Passkeys and
 * recovery codes that were made since seven days before the change are removed, the codes from before work again, and so
 * does the password. Sessions end and links are void, except undo links to earlier addresses than `email`.
 *
 * @returns The keys of the sessions that ended.
 */
export async function takeAccountBack(tx: Db, userId: string, before: Before): Promise<string[]> {
  const undone = await forgetLaterChanges(tx, userId, before.email)
  await tx
    .updateTable('users')
    .set({
      email: before.email,
      emailVerifiedAt: before.isProven ? sql<string>`now()` : null,
      passwordSignIn: true,
      updatedAt: sql`now()`,
    })
    .where('id', '=', userId)
    .execute()
  await removeCredentials(tx, userId, before.changedAt === null ? [] : [before.changedAt, ...undone])
  await tx.deleteFrom('tokens').where('userId', '=', userId).where('email', '=', before.email).execute()
  await voidTokens(tx, userId)
  return endSessions(tx, userId)
}

/**
 * Forgets every change of an address since the account had `email`, and one that waits. The undo links that went to the
 * addresses in between are void: a thief may have chosen those.
 *
 * @returns When the changes were asked for. Empty if the account never had another address since.
 */
export async function forgetLaterChanges(tx: Db, userId: string, email: string): Promise<string[]> {
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

/** @param changes The times of the changes that are taken back. Without any, all passkeys and codes are removed. */
async function removeCredentials(tx: Db, userId: string, changes: string[]): Promise<void> {
  const since = sql`
    (select coalesce(min(at) - ${PREPARED_FOR}, '-infinity') from unnest(${changes}::timestamptz[]) as at)`
  await sql`delete from passkeys where user_id = ${userId} and created_at >= ${since}`.execute(tx)
  await sql`delete from recovery_codes where user_id = ${userId} and made_at >= ${since}`.execute(tx)
  // One statement: the insert sees which rows the delete returns.
  await sql`
    with voided as (delete from voided_recovery_codes where user_id = ${userId} returning *)
    insert into recovery_codes (hash, user_id, made_at)
    select hash, user_id, made_at from voided where made_at < ${since} and voided_at >= ${since}`.execute(tx)
}

/** Deletes codes that no link can bring back. */
export function forgetVoidedCodes(db: Db): Promise<unknown> {
  return sql`delete from voided_recovery_codes where voided_at < now() - interval '15 days'`.execute(db)
}
