import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Difference } from './difference.ts'

/**
 * Time after which a deletion is overdue. The sweep enqueues deletions twice a minute, and deleting the busiest account
 * takes a minute or two.
 */
const OVERDUE_AFTER = sql`interval '1 hour'`

/**
 * Finds overdue deletions, and accounts that have the number or username of a deleted account. The doctor can repair
 * none of these.
 */
export async function findWrongDeletions(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ line: string }>`
    select 'user ' || id || ' should have been deleted by ' || delete_after || ', and is still there' as line
    from users where delete_after < now() - ${OVERDUE_AFTER}
    union all
    select 'user ' || users.id || ' has the number of a deleted account, ' || users.user_number
    from users join retired_accounts using (user_number)
    union all
    select 'user ' || users.id || ' has the username of a deleted account'
    from users join retired_accounts on username_digest = sha256(convert_to(username, 'UTF8'))
    order by line`.execute(db)
  return rows
}
