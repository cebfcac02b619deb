import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Whether an e-mail address is reserved for an account that changed it within the last few days and may restore it.
 * Otherwise an attacker who stole the account and changed its address could register with the former address, and the
 * owner could not restore it.
 *
 * @param userId The user who requests the address. The account for which it is reserved may use it.
 */
export async function isKeptEmail(db: Db, email: string, userId?: string): Promise<boolean> {
  const { rows } = await sql`
    select from email_changes
    where former = ${email} and former_is_proven and done_at > now() - interval '7 days'
      and user_id is distinct from ${userId ?? null}`.execute(db)
  return rows.length > 0
}
