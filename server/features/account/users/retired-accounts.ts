import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** Returns the stored digest of a username or an e-mail address. */
function digestOf(text: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`sha256(convert_to(${text}::text, 'UTF8'))`
}

/**
 * Reserves an account's number and username, in the transaction that deletes the account. The e-mail address of a
 * suspended account is blocked as well, until the suspension would have ended.
 */
export async function retireAccount(tx: Db, userId: string): Promise<void> {
  await sql`
    insert into retired_accounts (user_number, username_digest, email_digest, blocked_until)
    select user_number, ${digestOf(sql.ref('username'))},
      case when suspended_until > now() then ${digestOf(sql.ref('email'))} end,
      case when suspended_until > now() then suspended_until end
    from users where id = ${userId}`.execute(tx)
}

/** Whether the username belonged to a deleted account. */
export async function isRetiredUsername(db: Db, username: string): Promise<boolean> {
  const { rows } = await sql`
    select from retired_accounts where username_digest = ${digestOf(username)}`.execute(db)
  return rows.length > 0
}

/** Whether the e-mail address belonged to a deleted account whose suspension would still be in force. */
export async function isBlockedEmail(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from retired_accounts where email_digest = ${digestOf(email)} and blocked_until > now()`.execute(db)
  return rows.length > 0
}

/**
 * Removes the address digests of accounts whose suspension would have ended by now. Only their number and username stay
 * reserved.
 */
export async function unblockEmails(db: Db): Promise<void> {
  await sql`
    update retired_accounts set email_digest = null, blocked_until = null where blocked_until <= now()`.execute(db)
}
