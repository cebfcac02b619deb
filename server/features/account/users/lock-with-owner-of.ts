import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Locks an account and the present owner of a username or an address, in the order of their ids. Two people who take
 * each other's would otherwise deadlock. The strongest lock is needed, as in `lockAccount`.
 *
 * @param owns Condition on `users` that only the owner satisfies.
 */
export async function lockWithOwnerOf(tx: Db, userId: string, owns: RawBuilder<unknown>): Promise<void> {
  await sql`select from users where id = ${userId} or ${owns} order by id for update`.execute(tx)
}
