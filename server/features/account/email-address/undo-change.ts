import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { endSessions } from '../../../identity/end-sessions.ts'
import { voidTokens } from '../../../identity/tokens.ts'
import type { Deps } from '../../../setup/deps.ts'
import { tellAccount } from '../settings/tell-account.ts'
import { sendLetter } from '../email/send-letter.ts'

/**
 * Gives an account its former address back. Whoever changed it knew the password: it no longer signs in, a letter offers
 * another, everybody is signed out, and the passkeys and recovery codes go that were made since the change was asked
 * for. Links that take later changes back are void: they went to whoever made those.
 *
 * @returns The keys of the sessions that ended.
 */
export async function goBack(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'config' | 'passwords'>,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  const passwordHash = await deps.passwords.hash(randomBytes(32).toString('base64url'))
  await tx
    .updateTable('users')
    .set({ email, passwordHash, emailVerifiedAt: sql<string>`now()`, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .execute()
  await sql`
    with undone as (
      select id, former, asked_at from email_changes
      where user_id = ${userId} and done_at >= (
        select min(done_at) from email_changes where user_id = ${userId} and former = ${email}
      )
    ),
    links as (
      delete from tokens where user_id = ${userId} and purpose = 'undo-email' and email in (select former from undone)
    ),
    keys as (
      delete from passkeys where user_id = ${userId} and created_at >= (select min(asked_at) from undone)
    ),
    codes as (
      delete from recovery_codes where user_id = ${userId} and exists (
        select from account_events where user_id = ${userId} and kind = 'recovery-codes-made'
          and at >= (select min(asked_at) from undone)
      )
    )
    delete from email_changes where user_id = ${userId} and (done_at is null or id in (select id from undone))`.execute(
    tx,
  )
  await voidTokens(tx, userId)
  await tellAccount(tx, deps, { userId, kind: 'email-change-undone' })
  await sendLetter(tx, deps, { kind: 'password-reset', email })
  return endSessions(tx, userId)
}

/** Rows of which no link is good any more. */
export function forgetEmailChanges(db: Db): Promise<unknown> {
  return sql`
    delete from email_changes
    where done_at < now() - interval '7 days' or done_at is null and asked_at < now() - interval '2 days'`.execute(db)
}
