import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** What is kept of a name or an address. */
function digestOf(text: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`sha256(convert_to(${text}::text, 'UTF8'))`
}

/**
 * Keeps an account's number and name from others, in the transaction that deletes it. Of who leaves while they are
 * suspended, their address as well, for as long as that would have lasted.
 */
export async function retireAccount(tx: Db, userId: string): Promise<void> {
  await sql`
    insert into retired_accounts (user_number, username_digest, email_digest, blocked_until)
    select user_number, ${digestOf(sql.ref('username'))},
      case when suspended_until > now() then ${digestOf(sql.ref('email'))} end,
      case when suspended_until > now() then suspended_until end
    from users where id = ${userId}`.execute(tx)
}

/** Whether the name was that of an account which is gone. */
export async function isRetiredUsername(db: Db, username: string): Promise<boolean> {
  const { rows } = await sql`
    select from retired_accounts where username_digest = ${digestOf(username)}`.execute(db)
  return rows.length > 0
}

/** Whether the address was that of a suspended account which is gone, and would be suspended still. */
export async function isBlockedEmail(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from retired_accounts where email_digest = ${digestOf(email)} and blocked_until > now()`.execute(db)
  return rows.length > 0
}

/** Of those whose suspension would be over by now, nothing but number and name is kept. */
export async function unblockEmails(db: Db): Promise<void> {
  await sql`
    update retired_accounts set email_digest = null, blocked_until = null where blocked_until <= now()`.execute(db)
}
