import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { sendEmail } from '../email/send-email.ts'
import { takeAccountBack } from '../../../identity/take-account-back.ts'

/**
 * Gives an account back to the owner of `email`, an address that was verified at the time of the change. The thief knew
 * the password, so a random one replaces it, and an e-mail with a link lets the owner choose a new one.
 *
 * @param changedAt Time of the change that the owner undoes.
 * @returns The keys of the sessions that ended.
 */
export async function goBack(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'config' | 'passwords'>,
  { userId, email, changedAt }: { userId: string; email: string; changedAt: string },
): Promise<string[]> {
  const passwordHash = await deps.passwords.hash(randomBytes(32).toString('base64url'))
  await tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
  const ended = await takeAccountBack(tx, userId, { email, isProven: true, changedAt })
  await recordAccountEvent(tx, deps, { userId, kind: 'email-change-undone' })
  await sendEmail(tx, deps, { kind: 'password-reset', email })
  return ended
}

/** Deletes the rows whose links have expired. */
export function forgetEmailChanges(db: Db): Promise<unknown> {
  return sql`
    delete from email_changes
    where done_at < now() - interval '7 days' or done_at is null and asked_at < now() - interval '2 days'`.execute(db)
}
