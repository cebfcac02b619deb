import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Difference } from './difference.ts'

/**
 * Finds people whose counted bytes differ from their objects, in one statement and so in one snapshot of a running
 * site.
 */
export async function findWrongKeptBytes(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ id: string; stored: number; counted: number }>`
    select coalesce(kept_bytes.user_id, counted.id) as id, coalesce(kept_bytes.size_bytes, 0)::bigint as stored,
      coalesce(counted.size_bytes, 0)::bigint as counted
    from kept_bytes full join (
      select owner_id as id, sum(size_bytes) as size_bytes from objects
      where owner_id is not null and state in ('published', 'hidden') group by owner_id
    ) as counted on counted.id = kept_bytes.user_id
    where coalesce(kept_bytes.size_bytes, 0) <> coalesce(counted.size_bytes, 0) order by 1`.execute(db)
  return rows.map(({ id, stored, counted }) => ({
    line: `kept_bytes of ${id} is ${stored}, counted ${counted}`,
    repair: ({ db: live }) => recount(live, id),
  }))
}

/** Locks the row, then counts in a later statement. Concurrent uploads and deletions wait for the lock. */
function recount(db: Db, userId: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await sql`insert into kept_bytes select id, 0 from users where id = ${userId} on conflict do nothing`.execute(tx)
    await sql`select from kept_bytes where user_id = ${userId} for update`.execute(tx)
    const { rows } = await sql<{ sizeBytes: number }>`
      update kept_bytes set size_bytes = (
        select coalesce(sum(size_bytes), 0) from objects
        where owner_id = ${userId} and state in ('published', 'hidden')
      ) where user_id = ${userId} returning size_bytes`.execute(tx)
    return rows[0] ? `is ${rows[0].sizeBytes} now` : 'is gone'
  })
}
