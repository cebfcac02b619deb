import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isPerson } from '../../../access/sample-numbers.ts'
import { atMost } from '../../../concurrency/at-most.ts'
import { expireAfter } from '../../../concurrency/expire-after.ts'
import { getOrLoad } from '../../../concurrency/get-or-load.ts'
import type { Db } from '../../../db/connect.ts'

/** Number of creators between two milestones. At most this many rows are counted for one rank. */
const STEP = 1_000
const MAX_AGE_MS = 60_000
/** Maximum number of databases whose creators are remembered: the primary and its replicas. */
const DATABASES_MAX = 10

/** A creator whose rank is known. */
interface Milestone {
  rank: number
  totalViews: number
  userNumber: number
}

/** Every thousandth creator, by database. They are read at most once a minute, on demand. */
const milestones = new LRUCache<Db, Promise<Milestone[]>>({ ...atMost(DATABASES_MAX), ...expireAfter(MAX_AGE_MS) })

/**
 * Returns a user's position among all creators by total views, with ties ordered by registration. Returns `null` for
 * samples and for users without a username. Only creators since the nearest milestone are counted, so that the last
 * rank takes no longer than the first. Ranks above a thousand depend on milestones, which are up to a minute old.
 */
export async function rankOf(
  db: Db,
  { username, totalViews, userNumber }: { username: string | null; totalViews: number; userNumber: number },
): Promise<number | null> {
  if (username === null || userNumber < 0) return null
  const user = { totalViews, userNumber }
  const known = await getOrLoad(milestones, db, () => readMilestones(db))
  const from = known.findLast((milestone) => isAhead(milestone, user))
  const behind = from
    ? sql`and total_views <= ${from.totalViews}
        and (total_views < ${from.totalViews} or user_number > ${from.userNumber})`
    : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*) from users where username is not null and not is_hidden and ${isPerson}
      and total_views >= ${totalViews}
      and (total_views > ${totalViews} or user_number < ${userNumber}) ${behind}`.execute(db)
  return (from?.rank ?? 0) + (rows[0]?.count ?? 0) + 1
}

async function readMilestones(db: Db): Promise<Milestone[]> {
  const { rows } = await sql<Milestone>`
    select rank, total_views, user_number from (
      select row_number() over (order by total_views desc, user_number) as rank, total_views, user_number
      from users where username is not null and not is_hidden and ${isPerson}
    ) as ranked where rank % ${STEP} = 0 order by rank`.execute(db)
  return rows
}

function isAhead(a: Omit<Milestone, 'rank'>, b: Omit<Milestone, 'rank'>): boolean {
  return a.totalViews > b.totalViews || (a.totalViews === b.totalViews && a.userNumber < b.userNumber)
}
