import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { DECISIONS_PER_HOUR, SUSPENSIONS_PER_HOUR } from '../../../http/guards/rate-limits.ts'

export interface HurriedModerator {
  id: string
  displayName: string
  /** Number of decisions within the last ten minutes. */
  decisions: number
  suspensions: number
}

/**
 * Lists staff who used more than half of an hour's decision limit within ten minutes, so that admins can check whether
 * the account was stolen. `npm run admin -- undo` undoes all of these decisions.
 */
export async function findHurriedStaff(db: Db): Promise<HurriedModerator[]> {
  const { rows } = await sql<HurriedModerator>`
    select users.id, users.display_name, count(*)::int as decisions,
      (count(*) filter (where measure = 'suspend'))::int as suspensions
    from users join decisions on decided_by = users.id and decided_at > now() - interval '10 minutes'
    where users.role <> 'member' group by users.id
    having count(*) > ${DECISIONS_PER_HOUR / 2}
      or count(*) filter (where measure = 'suspend') > ${SUSPENSIONS_PER_HOUR / 2}
    order by decisions desc, users.id`.execute(db)
  return rows
}
