import { sql, type RawBuilder } from 'kysely'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { Difference } from './difference.ts'

/**
 * The counters by table and column. Each has a select of `id` and `count` that computes the value again. Views of videos
 * are missing, because single views are not stored.
 */
const counters: Record<string, RawBuilder<unknown>> = {
  'videos.likes_count': sql`select video_id as id, count(*) from likes group by video_id`,
  'videos.comments_count': sql`select video_id as id, count(*) from comments where not is_hidden group by video_id`,
  'videos.remixes_count': sql`
    select parent_id as id, count(*) from video_parents join videos on videos.id = video_id
    where parent_id is not null and ${isListed} group by parent_id`,
  'comments.likes_count': sql`select comment_id as id, count(*) from comment_likes group by comment_id`,
  'users.followers_count': sql`select following_id as id, count(*) from follows group by following_id`,
  'users.following_count': sql`select follower_id as id, count(*) from follows group by follower_id`,
  'users.videos_count': sql`select user_id as id, count(*) from videos where ${isListed} group by user_id`,
  'users.total_views': sql`select user_id as id, sum(views_count) as count from videos where ${isListed} group by user_id`,
  'users.total_likes': sql`
    select videos.user_id as id, count(*) from likes join videos on videos.id = likes.video_id
    where ${isListed} group by videos.user_id`,
  // Reports that arrived after the decision still name the closed case, but they do not count.
  'cases.reports_count': sql`
    select case_id as id, count(*) from reports join cases on cases.id = reports.case_id
    where cases.state = 'open' or reports.closed_at is not null group by case_id`,
}

/**
 * Finds all counters that differ from their rows. Each kind is checked in one statement, and so in one snapshot of a
 * running site.
 */
export async function findWrongCounts(db: Db): Promise<Difference[]> {
  const found: Difference[] = []
  for (const [name, counted] of Object.entries(counters)) {
    const [table = '', column = ''] = name.split('.')
    const { rows } = await sql<{ id: string; stored: number; counted: number }>`
      select ${sql.table(table)}.id, ${sql.ref(name)} as stored, coalesce(counted.count, 0)::bigint as counted
      from ${sql.table(table)} left join (${counted}) as counted using (id)
      where ${sql.ref(name)} <> coalesce(counted.count, 0) order by id`.execute(db)
    for (const row of rows) {
      found.push({
        line: `${name} of ${row.id} is ${row.stored}, counted ${row.counted}`,
        repair: ({ db: live }) => recount(live, { table, column, counted }, row.id),
      })
    }
  }
  return found
}

/**
 * Locks the row, then counts in a later statement. The count includes all changes that were committed before.
 * Concurrent likes and follows wait for the lock and add to the new count.
 */
function recount(
  db: Db,
  { table, column, counted }: { table: string; column: string; counted: RawBuilder<unknown> },
  id: string,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      update ${sql.table(table)} set ${sql.ref(column)} =
        coalesce((select count from (${counted}) as counted where counted.id = ${id}), 0)
      where id = ${id} returning ${sql.ref(column)}::bigint as count`.execute(tx)
    return rows[0] ? `is ${rows[0].count} now` : 'is gone'
  })
}

/** Finds people with a wrong count of stored bytes. A single statement reads one snapshot of a running site. */
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
    repair: ({ db: live }) => recountBytes(live, id),
  }))
}

/** Locks the row, then counts in a later statement. Concurrent uploads and deletions wait for the lock. */
function recountBytes(db: Db, userId: string): Promise<string> {
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
