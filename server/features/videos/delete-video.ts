import type { Deps } from '../../setup/deps.ts'
import { notificationsChanged } from '../notifications/notify.ts'
import { deleteObjectsOrSweep, markVideoDeleted } from '../../objects/objects.queries.ts'
import { addToTotals } from '../users/users.queries.ts'
import { videoDeleted } from '../../signals/video-signals.ts'
import { whyNotOwn } from '../../access/visibility.ts'

/**
 * Deletes an own video with everything that hangs on it: likes, comments, notifications, counts, and the bytes. These
 * go right after the commit, or with the next sweep if the server dies before that. Whoever makes something of it, in any
 * process, is told to stop.
 *
 * @throws {AppError} NOT_FOUND, or ACCESS_DENIED for somebody else's.
 */
export async function deleteVideo(
  deps: Pick<Deps, 'db' | 'storage' | 'signals'>,
  id: string,
  ownerId: string,
): Promise<void> {
  const { db, signals } = deps
  const objectIds = await db.transaction().execute(async (tx) => {
    const video = await tx
      .deleteFrom('videos')
      .where('id', '=', id)
      .where('userId', '=', ownerId)
      .returning(['id', 'originalId', 'isHidden', 'viewsCount', 'likesCount'])
      .executeTakeFirst()
    if (!video) throw await whyNotOwn(tx, id, ownerId)
    if (!video.isHidden) await addToTotals(tx, ownerId, video, -1)
    return markVideoDeleted(tx, video)
  })
  videoDeleted(signals, id)
  notificationsChanged(signals, ownerId)
  await deleteObjectsOrSweep(deps, objectIds)
}
