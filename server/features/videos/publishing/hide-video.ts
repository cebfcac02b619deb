import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { HidingReason } from '../../../db/schema/schema.ts'
import { purgeHidden } from '../../../objects/purge-copies.ts'
import type { Deps } from '../../../setup/deps.ts'
import { isOrIsParentOf, moveRemixesCounts } from '../lineage/remix-counts.ts'
import { listRecipients, emitNotificationsChanged } from '../../social/notifications/notify.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'

type HideDeps = Pick<Deps, 'db' | 'signals' | 'cdn'>

/** Whether a video was hidden before and after a change. A video that does not exist counts as hidden. */
interface Change {
  wasHidden: boolean
  isHidden: boolean
}

/** The given videos before and after the change, and events to emit after the commit (`emitVideosHidden`). */
export type HiddenVideos = Awaited<ReturnType<typeof changeVideos>>

/** Hides a video until `showVideo` removes `reason`. Lists leave it out, and its files are no longer public. */
export function hideVideo(deps: HideDeps, id: string, reason: HidingReason): Promise<Change> {
  return changeOne(deps, (tx) => hideVideos(tx, [id], reason))
}

/** Removes `reason`. The video is shown again when no other reason is left. */
export function showVideo(deps: HideDeps, id: string, reason: HidingReason): Promise<Change> {
  return changeOne(deps, (tx) => showVideos(tx, [id], reason))
}

export function emitVideosHidden(deps: HideDeps, { flippedIds, remixedIds, recipients }: HiddenVideos): void {
  for (const id of [...flippedIds, ...remixedIds]) deps.signals.emit(VIDEO_CHANGED, id)
  purgeHidden(deps, flippedIds)
  for (const userId of recipients) emitNotificationsChanged(deps.signals, userId)
}

async function changeOne(deps: HideDeps, work: (tx: Db) => Promise<HiddenVideos>): Promise<Change> {
  const changed = await deps.db.transaction().execute(work)
  emitVideosHidden(deps, changed)
  const { wasHidden, isHidden } = changed.videos[0] ?? { wasHidden: true, isHidden: true }
  return { wasHidden, isHidden }
}

/**
 * Hides videos like `hideVideo`, inside the caller's transaction. If that hides a video, its files, its creator's
 * totals and the counts of its parents change, too. Order of locks: videos by id, then creators.
 */
export function hideVideos(tx: Db, ids: string[], reason: HidingReason): Promise<HiddenVideos> {
  return changeVideos(tx, ids, { reason, isAdded: true })
}

/** Reverses `hideVideos`. */
export function showVideos(tx: Db, ids: string[], reason: HidingReason): Promise<HiddenVideos> {
  return changeVideos(tx, ids, { reason, isAdded: false })
}

async function changeVideos(tx: Db, ids: string[], { reason, isAdded }: { reason: HidingReason; isAdded: boolean }) {
  const reasons = isAdded ? sql`array_append(hidden_for, ${reason})` : sql`array_remove(hidden_for, ${reason})`
  await sql`select from videos where ${isOrIsParentOf(ids)} order by id for no key update`.execute(tx)
  const { rows: videos } = await sql<Change & { id: string }>`
    with asked as (select id, is_hidden as was_hidden from videos where id = any (${ids})),
    changed as (
      update videos set hidden_for = ${reasons}, is_hidden = ${reasons} <> '{}', updated_at = now()
      from asked where videos.id = asked.id and (${reason} = any (hidden_for)) <> ${isAdded}
      returning videos.id, user_id, original_id, views_count, likes_count, was_hidden, is_hidden
    ),
    flipped as (
      select *, case when is_hidden then -1 else 1 end as step,
        case when is_hidden then 'hidden' else 'published' end as state
      from changed where was_hidden <> is_hidden
    ),
    files as (
      select original_id as id, state from flipped
      union all select objects.id, flipped.state from flipped join objects on objects.made_for = flipped.id
    ),
    stated as (
      update objects set state = files.state from files
      where objects.id = files.id and objects.state in ('published', 'hidden')
    ),
    owners as (
      select users.id, earned.videos, earned.views, earned.likes from users join (
        select user_id, sum(step) as videos, sum(step * views_count) as views, sum(step * likes_count) as likes
        from flipped group by user_id
      ) as earned on earned.user_id = users.id
      order by users.id for no key update of users
    ),
    credited as (
      update users set videos_count = videos_count + owners.videos, total_views = total_views + owners.views,
        total_likes = total_likes + owners.likes
      from owners where users.id = owners.id
    )
    select asked.id, was_hidden, coalesce(changed.is_hidden, was_hidden) as is_hidden
    from asked left join changed using (id, was_hidden)`.execute(tx)
  const flippedIds = videos.filter(({ wasHidden, isHidden }) => wasHidden !== isHidden).map(({ id }) => id)
  // This statement is separate, because a parent may be hidden in the same call. A statement can change a row only
  // once.
  const remixedIds = await moveRemixesCounts(tx, flippedIds, isAdded ? -1 : 1)
  return { videos, flippedIds, remixedIds, recipients: await listRecipients(tx, flippedIds) }
}
