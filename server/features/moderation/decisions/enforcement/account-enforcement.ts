import { sql } from 'kysely'
import type { Db } from '../../../../db/connect.ts'
import { objectAt } from '../../../../objects/object-address.ts'
import { setObjectHidden } from '../../../../objects/objects.queries.ts'
import { hideComments, showComments } from '../../../social/comments/hide-comments.ts'
import { endSessions } from '../../../../identity/end-sessions.ts'
import { hideVideos, showVideos } from '../../../videos/publishing/hide-video.ts'
import { type Effects, noEffects } from './effects.ts'

/**
 * Error: the user published or commented while the transaction waited for the user's row. The new rows are not locked.
 */
export class ContentAddedError extends Error {}

export async function lockUser(tx: Db, personId: string): Promise<void> {
  await sql`select from users where id = ${personId} for no key update`.execute(tx)
}

/**
 * Locks a user with all their clips and comments, in the global lock order. Until the commit the user can neither
 * publish nor comment, because both lock the user's row (`requireStillActive`, `writeComment`).
 *
 * @throws {ContentAddedError}
 */
export async function lockUserAndContent(tx: Db, personId: string): Promise<void> {
  const videos = await sql<{ id: string }>`
    select id from videos
    where id in (
      select id from videos where user_id = ${personId} union select video_id from comments where user_id = ${personId}
      -- Includes the sources of the person's remixes, whose counts change, too.
      union select parent_id from video_parents join videos on videos.id = video_id where user_id = ${personId}
    )
    order by id for no key update`.execute(tx)
  const comments = await sql<{ id: string }>`
    select id from comments where user_id = ${personId} order by id for update`.execute(tx)
  await lockUser(tx, personId)
  const locked = [...videos.rows, ...comments.rows].map(({ id }) => id)
  const { rows } = await sql`
    (
      select id from videos where user_id = ${personId}
      union all select unnest(array[id, video_id]) from comments where user_id = ${personId}
    )
    except select unnest(${locked}::uuid[]) limit 1`.execute(tx)
  if (rows.length > 0) throw new ContentAddedError()
}

/** An account before and after the change. */
export interface AccountChange {
  wasHidden: boolean
  isHidden: boolean
  avatarUrl: string | null
}

/**
 * Applies the decisions in force to an account. Restricts or suspends it, hides it with all its content, or ends
 * enforcement that is no longer in force.
 */
export async function applyDecisionsToAccount(tx: Db, personId: string): Promise<Effects> {
  const change = await updateAccount(tx, personId)
  if (!change) return noEffects
  const effects = await hideOrShowContent(tx, personId, change)
  // The user may sign in again, to read the reason and to appeal.
  const isNew = change.isSuspended && !change.wasSuspended
  return isNew ? { ...effects, endedSessions: await endSessions(tx, personId) } : effects
}

/**
 * Hides or shows all content of an account that was suspended, scheduled for deletion or restored. The caller calls
 * `lockUserAndContent` first.
 */
export async function hideOrShowContent(
  tx: Db,
  personId: string,
  { wasHidden, isHidden, avatarUrl }: AccountChange,
): Promise<Effects> {
  const videoIds = await listIdsToChange(tx, 'videos', { personId, isHidden })
  const commentIds = await listIdsToChange(tx, 'comments', { personId, isHidden })
  const avatar = objectAt(avatarUrl)
  if (avatar) await setObjectHidden(tx, avatar.id, isHidden)
  return {
    videos: await (isHidden ? hideVideos : showVideos)(tx, videoIds, 'account'),
    comments: await (isHidden ? hideComments : showComments)(tx, commentIds, 'account'),
    personId: wasHidden === isHidden ? null : personId,
    endedSessions: [],
  }
}

async function updateAccount(tx: Db, personId: string) {
  const reasons = sql`(
    array_remove(hidden_for, 'suspension')
    || case when wanted.suspended_until is null then '{}'::text[] else '{suspension}' end)`
  const { rows } = await sql<AccountChange & { wasSuspended: boolean; isSuspended: boolean }>`
    with wanted as (
      select max(coalesce(until, 'infinity')) filter (where measure = 'restrict') as restricted_until,
        max(coalesce(until, 'infinity')) filter (where measure = 'suspend') as suspended_until
      from decisions where person_id = ${personId} and state = 'in-force'
    ),
    former as (select is_hidden, suspended_until from users where id = ${personId})
    update users set restricted_until = wanted.restricted_until, suspended_until = wanted.suspended_until,
      hidden_for = ${reasons}, is_hidden = ${reasons} <> '{}'
    from wanted, former where users.id = ${personId}
    returning former.is_hidden as was_hidden, users.is_hidden, users.avatar_url,
      former.suspended_until is not null as was_suspended,
      users.suspended_until is not null as is_suspended`.execute(tx)
  return rows[0]
}

/** Lists the ids of the account's clips or comments that do not follow the account's visibility yet. */
async function listIdsToChange(
  tx: Db,
  table: 'videos' | 'comments',
  { personId, isHidden }: { personId: string; isHidden: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where user_id = ${personId} and ('account' = any (hidden_for)) <> ${isHidden}
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
