import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../setup/deps.ts'
import { notificationsChanged } from '../notifications/notify.ts'
import { deleteObjectsOrSweep, markVideoDeleted } from '../../objects/objects.queries.ts'
import { closeCasesOfVideo } from '../cases/close-case.ts'
import { addToTotals } from '../users/creator-totals.ts'
import { videoDeleted } from '../../signals/video-signals.ts'
import { whyNotOwn } from '../../access/visibility.ts'

type DeleteDeps = Pick<Deps, 'db' | 'storage' | 'signals'>

/**
 * Deletes an own video with everything that hangs on it: likes, comments, notifications, counts, and the bytes. Cases
 * about it are closed. The bytes go right after the commit, or with the next sweep if the server dies before that. Whoever
 * makes something of it, in any process, is told to stop.
 *
 * @throws {AppError} NOT_FOUND, or ACCESS_DENIED for somebody else's.
 */
export async function deleteVideo(deps: DeleteDeps, id: string, ownerId: string): Promise<void> {
  const objectIds = await deps.db.transaction().execute((tx) => removeVideo(tx, id, ownerId))
  await tellDeletedVideo(deps, { id, ownerId }, objectIds)
}

/** The same in a transaction that does more. @returns Its objects, for `tellDeletedVideo` once it is committed. */
export async function removeVideo(tx: Db, id: string, ownerId: string): Promise<string[]> {
  const video = await tx
    .selectFrom('videos')
    .select(['id', 'originalId', 'isHidden', 'viewsCount', 'likesCount'])
    .where('id', '=', id)
    .where('userId', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!video) throw await whyNotOwn(tx, id, ownerId)
  if (!video.isHidden) await addToTotals(tx, ownerId, video, -1)
  // While they still name it: its cases and reports outlive it.
  await closeCasesOfVideo(tx, id)
  await tx.deleteFrom('videos').where('id', '=', id).execute()
  return markVideoDeleted(tx, video)
}

export async function tellDeletedVideo(
  deps: DeleteDeps,
  { id, ownerId }: { id: string; ownerId: string },
  objectIds: string[],
): Promise<void> {
  videoDeleted(deps.signals, id)
  notificationsChanged(deps.signals, ownerId)
  await deleteObjectsOrSweep(deps, objectIds)
}
