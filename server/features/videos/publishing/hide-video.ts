import { type RawBuilder, sql } from 'kysely'
import { isListed, isOpen, objectState } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import type { HidingReason } from '../../../db/schema/schema.ts'
import { purgeHidden } from '../../../objects/purge-copies.ts'
import type { Deps } from '../../../setup/deps.ts'
import { isOrIsParentOf } from '../lineage/remix-counts.ts'
import { listRecipients } from '../../social/notifications/notify.ts'
import { countListed, emitVideosChanged } from './count-listed.ts'

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

export function emitVideosHidden(
  deps: HideDeps,
  { changedIds, flippedIds, remixedIds, recipients }: HiddenVideos,
): void {
  emitVideosChanged(deps.signals, [...changedIds, ...remixedIds], recipients)
  purgeHidden(deps, flippedIds)
}

async function changeOne(deps: HideDeps, work: (tx: Db) => Promise<HiddenVideos>): Promise<Change> {
  const changed = await inTransaction(deps.db, work)
  emitVideosHidden(deps, changed)
  const { wasHidden, isHidden } = changed.videos[0] ?? { wasHidden: true, isHidden: true }
  return { wasHidden, isHidden }
}

/**
 * Hides videos like `hideVideo`, inside the caller's transaction. If that hides a video, its files, its creator's
 * totals and the counts of its parents change, too. Order of locks: videos by id, then creators.
 */
export function hideVideos(tx: Db, ids: string[], reason: HidingReason): Promise<HiddenVideos> {
  return changeVideos(tx, ids, sql`array_append(hidden_for, ${reason})`)
}

/** Reverses `hideVideos`. */
export function showVideos(tx: Db, ids: string[], reason: HidingReason): Promise<HiddenVideos> {
  return changeVideos(tx, ids, sql`array_remove(hidden_for, ${reason})`)
}

/** Replaces the hiding reasons of videos. @param reasons The new set of reasons, as an expression of `hidden_for`. */
async function changeVideos(tx: Db, ids: string[], reasons: RawBuilder<unknown>) {
  await sql`select from videos where ${isOrIsParentOf(ids)} order by id for no key update`.execute(tx)
  // `moved` is the change of the number of listed videos. It is null for a video whose reasons stay the same.
  const { rows: videos } = await sql<Change & { id: string; moved: -1 | 0 | 1 | null }>`
    with asked as (select id, not ${isOpen} as was_hidden, ${isListed} as was_listed from videos where id = any (${ids})),
    changed as (
      update videos set hidden_for = ${reasons}, is_hidden = ${reasons} <> '{}', updated_at = now()
      from asked where videos.id = asked.id and not (hidden_for @> ${reasons} and hidden_for <@ ${reasons})
      returning videos.id, original_id, not ${isOpen} as is_hidden, ${isListed} as is_listed, ${objectState} as state
    ),
    files as (
      select original_id as id, state from changed
      union all select objects.id, changed.state from changed join objects on objects.made_for = changed.id
    ),
    stated as (
      update objects set state = files.state from files
      where objects.id = files.id and objects.state in ('published', 'hidden') and objects.state <> files.state
    )
    select asked.id, was_hidden, coalesce(is_hidden, was_hidden) as is_hidden, is_listed::int - was_listed::int as moved
    from asked left join changed using (id)`.execute(tx)
  const idsOf = (some: { id: string }[]) => some.map(({ id }) => id)
  const changedIds = idsOf(videos.filter(({ moved }) => moved !== null))
  const flippedIds = idsOf(videos.filter(({ wasHidden, isHidden }) => wasHidden !== isHidden))
  const unlistedIds = idsOf(videos.filter(({ moved }) => moved === -1))
  const listedIds = idsOf(videos.filter(({ moved }) => moved === 1))
  // These are separate statements, because a parent may be hidden in the same call. A statement can change a row only
  // once.
  const remixedIds = [...(await countListed(tx, unlistedIds, -1)), ...(await countListed(tx, listedIds, 1))]
  const recipients = await listRecipients(tx, [...unlistedIds, ...listedIds])
  return { videos, changedIds, flippedIds, remixedIds, recipients }
}
