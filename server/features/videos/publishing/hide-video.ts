import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { HidingReason } from '../../../db/schema/schema.ts'
import { forgetHidden } from '../../../objects/forget-copies.ts'
import type { Deps } from '../../../setup/deps.ts'
import { isOrIsParentOf, moveRemixesCounts, type RemixedVideo, emitRemixed } from '../lineage/remix-counts.ts'
import { listRecipients, notificationsChanged, type Recipient } from '../../social/notifications/notify.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'

type HideDeps = Pick<Deps, 'db' | 'signals' | 'cdn'>

/** Whether a video was hidden before and after a change. A video that does not exist counts as hidden. */
export interface Hiding {
  wasHidden: boolean
  isHidden: boolean
}

export type HiddenVideo = Hiding & {
  id: string
  /** The links to parents that count this video as a remix. */
  remixed: RemixedVideo[]
  recipients: Recipient[]
}

/** Hides a video until `showVideo` removes `reason`. Lists leave it out, and its files are no longer public. */
export function hideVideo(deps: HideDeps, id: string, reason: HidingReason): Promise<Hiding> {
  return changeOne(deps, (tx) => hideVideos(tx, [id], reason))
}

/** Removes `reason`. The video is shown again when no other reason is left. */
export function showVideo(deps: HideDeps, id: string, reason: HidingReason): Promise<Hiding> {
  return changeOne(deps, (tx) => showVideos(tx, [id], reason))
}

/**
 * Hides several videos inside the caller's transaction.
 *
 * @returns The argument of `emitVideosHidden`, to be called after the commit.
 */
export function hideVideos(tx: Db, ids: string[], reason: HidingReason): Promise<HiddenVideo[]> {
  return change(tx, ids, { reason, isThere: true, reasons: sql`array_append(hidden_for, ${reason})` })
}

export function showVideos(tx: Db, ids: string[], reason: HidingReason): Promise<HiddenVideo[]> {
  return change(tx, ids, { reason, isThere: false, reasons: sql`array_remove(hidden_for, ${reason})` })
}

export function emitVideosHidden(deps: HideDeps, videos: HiddenVideo[]): void {
  const changed = videos.filter(({ wasHidden, isHidden }) => wasHidden !== isHidden).map(({ id }) => id)
  for (const id of changed) deps.signals.send(VIDEO_CHANGED, id)
  forgetHidden(deps, changed)
  emitRemixed(
    deps.signals,
    videos.flatMap(({ remixed }) => remixed),
  )
  const recipientIds = videos.flatMap(({ recipients }) => recipients).map(({ userId }) => userId)
  for (const userId of new Set(recipientIds)) notificationsChanged(deps.signals, userId)
}

async function changeOne(deps: HideDeps, work: (tx: Db) => Promise<HiddenVideo[]>): Promise<Hiding> {
  const videos = await deps.db.transaction().execute(work)
  emitVideosHidden(deps, videos)
  const { wasHidden, isHidden } = videos[0] ?? { wasHidden: true, isHidden: true }
  return { wasHidden, isHidden }
}

interface Change {
  reason: HidingReason
  /** Whether the videos have the reason after the change. */
  isThere: boolean
  reasons: RawBuilder<unknown>
}

/**
 * Changes the hiding reasons of videos. If that hides or shows a video, its files and its creator's totals change in
 * the same statement, and the counts of its parents change in the next one. Order of locks: videos by id, then
 * creators.
 */
async function change(tx: Db, ids: string[], { reason, isThere, reasons }: Change): Promise<HiddenVideo[]> {
  await sql`select from videos where ${isOrIsParentOf(ids)} order by id for no key update`.execute(tx)
  const { rows } = await sql<Hiding & { id: string }>`
    with asked as (select id, is_hidden as was_hidden from videos where id = any (${ids})),
    changed as (
      update videos set hidden_for = ${reasons}, is_hidden = ${reasons} <> '{}', updated_at = now()
      from asked where videos.id = asked.id and (${reason} = any (hidden_for)) <> ${isThere}
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
  const flipped = rows.filter(({ wasHidden, isHidden }) => wasHidden !== isHidden).map(({ id }) => id)
  // This is a separate statement, because a parent may be hidden in the same call and a statement can change a row only
  // once.
  const remixed = await moveRemixesCounts(tx, flipped, isThere ? -1 : 1)
  const recipients = await listRecipients(tx, flipped)
  return rows.map((row) => ({
    ...row,
    remixed: remixed.filter(({ videoId }) => videoId === row.id),
    recipients: recipients.filter(({ videoId }) => videoId === row.id),
  }))
}
