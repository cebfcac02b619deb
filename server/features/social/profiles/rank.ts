import { sql } from 'kysely'
import { isPerson } from '../../../access/sample-numbers.ts'
import type { Db } from '../../../db/connect.ts'

/** How far apart the milestones are: what remains to be counted for one rank is at most this much. */
const STEP = 1_000
const MAX_AGE_MS = 60_000

/** The creator who is `rank`-th by total views, ties by registration. */
interface Milestone {
  rank: number
  totalViews: number
  userNumber: number
}

/** Of each database, the creators at every thousandth place, read once a minute when somebody asks. */
const milestones = new WeakMap<Db, { read: Promise<Milestone[]>; at: number }>()

/**
 * The position among all creators by total views, ties by registration; `null` for samples and for people without a
 * username. Counting
 * begins at the nearest milestone ahead, so that it takes as long for the last as for the first. It is exact up to a
 * thousand creators; above that the milestones, and so the rank, are up to a minute old.
 */
export async function rankOf(
  db: Db,
  { username, totalViews, userNumber }: { username: string | null; totalViews: number; userNumber: number },
): Promise<number | null> {
  if (username === null || userNumber < 0) return null
  const user = { totalViews, userNumber }
  const from = (await milestonesOf(db)).findLast((milestone) => isAhead(milestone, user))
  const behind = from
    ? sql`and total_views <= ${from.totalViews}
        and (total_views < ${from.totalViews} or user_number > ${from.userNumber})`
    : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*) from users where username is not null and not is_hidden and ${isPerson}
      and total_views >= ${totalViews} and (total_views > ${totalViews} or user_number < ${userNumber}) ${behind}`.execute(
    db,
  )
  return (from?.rank ?? 0) + (rows[0]?.count ?? 0) + 1
}

function milestonesOf(db: Db): Promise<Milestone[]> {
  const known = milestones.get(db)
  if (known && performance.now() - known.at < MAX_AGE_MS) return known.read
  const read = readMilestones(db)
  milestones.set(db, { read, at: performance.now() })
  read.catch(() => milestones.delete(db))
  return read
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
