import type { Db } from '../../../db/connect.ts'
import type { Signals } from '../../../signals/signals.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { emitNotificationsChanged } from '../../social/notifications/notify.ts'
import { moveTotals } from '../../social/profiles/creator-totals.ts'
import { moveRemixesCounts } from '../lineage/remix-counts.ts'

/**
 * Changes the counts that include only listed videos: the totals of these videos' creators and the remixes of their
 * parents. `change` is 1 when the videos are published or shown, and -1 when they are hidden or before they are deleted.
 * The caller has locked the rows that `isOrIsParentOf` selects. Creators are locked after them.
 *
 * @returns Ids of the parents, for `emitVideosChanged`.
 */
export async function countListed(tx: Db, videoIds: string[], change: 1 | -1): Promise<string[]> {
  if (videoIds.length === 0) return []
  const remixedIds = await moveRemixesCounts(tx, videoIds, change)
  await moveTotals(tx, videoIds, change)
  return remixedIds
}

/** Emits after the commit that videos, and with them the unread counts of these users, have changed. */
export function emitVideosChanged(signals: Signals, videoIds: string[], userIds: string[]): void {
  for (const id of videoIds) signals.emit(VIDEO_CHANGED, id)
  for (const id of userIds) emitNotificationsChanged(signals, id)
}
