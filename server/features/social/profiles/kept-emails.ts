import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Whether an address is kept for an account that had it until a few days ago and may go back to it. Whoever stole the
 * account and changed its address could register with the former one otherwise, and its person could not go back.
 *
 * @param userId Who wants it: the account that it is kept for may have it.
 */
export async function isKeptEmail(db: Db, email: string, userId?: string): Promise<boolean> {
  const { rows } = await sql`
    select from email_changes
    where former = ${email} and former_is_proven and done_at > now() - interval '7 days'
      and user_id is distinct from ${userId ?? null}`.execute(db)
  return rows.length > 0
}
