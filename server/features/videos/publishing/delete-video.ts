import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import type { Deps } from '../../../setup/deps.ts'
import { isOrIsParentOf } from '../lineage/remix-counts.ts'
import { listRecipients } from '../../social/notifications/notify.ts'
import { deleteObjectsOrSweep, markVideoDeleted } from '../../../objects/objects.queries.ts'
import { closeCasesOfVideo } from '../../moderation/cases/close-case.ts'
import { VIDEO_DELETED } from '../../../signals/video-signals.ts'
import { isListed, whyNotOwn } from '../../../access/visibility.ts'
import { countListed, emitVideosChanged } from './count-listed.ts'

type DeleteDeps = Pick<Deps, 'db' | 'storage' | 'signals'>

/**
 * Deletes one of the owner's videos with its likes, comments, notifications, counts and bytes. Cases about it are
 * closed. The bytes are removed right after the commit, or by the next sweep if the server dies before that. Workers
 * that render the video, in any process, are signalled to stop.
 *
 * @throws {AppError} NOT_FOUND, or ACCESS_DENIED if another person owns it.
 */
export async function deleteVideo(deps: DeleteDeps, id: string, ownerId: string): Promise<void> {
  const removed = await inTransaction(deps.db, (tx) => deleteVideoRows(tx, id, ownerId))
  await emitVideoDeleted(deps, { id, ownerId }, removed)
}

/**
 * Deletes one of the owner's videos inside the caller's transaction.
 *
 * @returns Events to emit and objects to remove after the commit (`emitVideoDeleted`).
 */
export async function deleteVideoRows(tx: Db, id: string, ownerId: string) {
  // A recomputation of heat locks rows of heat, and then the videos that it has added. The opposite order could deadlock.
  await tx.deleteFrom('videoHeat').where('videoId', '=', id).execute()
  await sql`
    select from videos where ${isOrIsParentOf([id])}
      and exists (select from videos own where own.id = ${id} and own.user_id = ${ownerId})
    order by id for update of videos`.execute(tx)
  const { rows } = await sql<{ id: string; originalId: string; isListed: boolean }>`
    select id, original_id, ${isListed} as is_listed from videos
    where id = ${id} and user_id = ${ownerId}`.execute(tx)
  const [video] = rows
  if (!video) throw await whyNotOwn(tx, id, ownerId)
  const remixedIds = video.isListed ? await countListed(tx, [id], -1) : []
  // Cases are closed while they still name the video, because cases and reports outlive it.
  await closeCasesOfVideo(tx, id)
  const recipients = await listRecipients(tx, [id])
  await tx.deleteFrom('videos').where('id', '=', id).execute()
  return { objectIds: await markVideoDeleted(tx, video), remixedIds, recipients }
}

export async function emitVideoDeleted(
  deps: DeleteDeps,
  { id, ownerId }: { id: string; ownerId: string },
  { objectIds, remixedIds, recipients }: Awaited<ReturnType<typeof deleteVideoRows>>,
): Promise<void> {
  deps.signals.emit(VIDEO_DELETED, id)
  emitVideosChanged(deps.signals, [id, ...remixedIds], [ownerId, ...recipients])
  await deleteObjectsOrSweep(deps, objectIds)
}
