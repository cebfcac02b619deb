import { type RawBuilder, sql } from 'kysely'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { decodeCursor, encodeCursor, isBehind } from '../../../http/cursor.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { dayOf } from './is-shown.ts'
import { emitNotificationsChanged } from './notify.ts'

type NotifyDeps = Pick<Deps, 'db' | 'jobs' | 'signals'>

/**
 * Number of followers notified per job. Short jobs keep a creator with a million followers from delaying the
 * notifications of other creators' clips.
 */
export const FOLLOWERS_A_ROUND = 500

export async function workOnFollowerNotifications(deps: NotifyDeps): Promise<void> {
  await deps.jobs.work('tell-followers', 1, (job) => notifyFollowers(deps, job))
}

/**
 * Notifies the next followers of a clip's creator, latest followers first, and enqueues the next round. Followers who
 * already have a notification for that creator and day are skipped, so that a repeated round adds nothing. Followers
 * who have muted the creator are skipped, too. Hidden and deleted clips cause no notification.
 */
export async function notifyFollowers(
  { db, jobs, signals }: NotifyDeps,
  { payload: { videoId, cursor } }: JobRun<'tell-followers'>,
): Promise<void> {
  const notified = await db.transaction().execute(async (tx) => {
    const followers = await notifyRound(tx, videoId, cursor)
    const last = followers.at(FOLLOWERS_A_ROUND - 1)
    if (last)
      await jobs.enqueue(tx, 'tell-followers', { videoId, cursor: encodeCursor({ ...last, id: last.followerId }) })
    return followers.filter(({ isNew }) => isNew)
  })
  for (const { followerId } of notified) emitNotificationsChanged(signals, followerId)
}

interface Follower {
  followerId: string
  /** Start of the follow. */
  createdAt: string
  /** Whether this round created the notification. */
  isNew: boolean
}

/**
 * Returns a deterministic UUID for a name. It has version 3: the MD5 of the name, in which the digits of version and
 * variant are replaced.
 */
function uuidOf(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`overlay(overlay(md5(${name}) placing '3' from 13) placing '8' from 17)::uuid`
}

/**
 * Notifies one round of followers. The id is derived from the unique fields. The primary key thus prevents duplicates
 * without a further index.
 */
async function notifyRound(tx: Db, videoId: string, cursor: string | undefined): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    with clip as (
      select user_id as creator_id, ${dayOf(sql`created_at`)} as day
      from videos where id = ${videoId} and ${isListed}
    ),
    round as (
      select follower_id, follows.created_at, creator_id, day from clip join follows on following_id = creator_id
      where ${isBehind(decodeCursor(cursor), 'follows.created_at', 'follower_id')}
      order by follows.created_at desc, follower_id desc limit ${FOLLOWERS_A_ROUND}
    ),
    notified as (
      insert into notifications (id, user_id, actor_id, type, day)
      select ${uuidOf(sql`concat_ws(' ', 'publish', follower_id, creator_id, to_char(day, 'YYYY-MM-DD'))`)},
        follower_id, creator_id, 'publish', day from round
      where ${isUnmuted(sql`follower_id`, sql`creator_id`)}
      on conflict (id) do nothing returning user_id
    )
    select follower_id, created_at, notified.user_id is not null as is_new
    from round left join notified on notified.user_id = follower_id
    order by created_at desc, follower_id desc`.execute(tx)
  return rows
}
