import { sql } from 'kysely'
import type { HidingReason } from '../../db/schema.ts'
import type { Deps } from '../../setup/deps.ts'
import { setVideoFilesHidden } from '../../objects/objects.queries.ts'
import { addToTotals } from '../users/users.queries.ts'
import { videoChanged } from '../../signals/video-signals.ts'

type HideDeps = Pick<Deps, 'db' | 'signals'>

/** Of a video, before and after. One that is not there is hidden from everybody. */
export interface Hiding {
  wasHidden: boolean
  isHidden: boolean
}

/** Takes a video out of every list, and its bytes off the site, for all but its owner, for as long as `reason` holds. */
export function hideVideo(deps: HideDeps, id: string, reason: HidingReason): Promise<Hiding> {
  return changeReasons(deps, id, (reasons) => reasons.add(reason))
}

/** Takes `reason` back. The video is shown again when there is no other. */
export function showVideo(deps: HideDeps, id: string, reason: HidingReason): Promise<Hiding> {
  return changeReasons(deps, id, (reasons) => reasons.delete(reason))
}

async function changeReasons(
  { db, signals }: HideDeps,
  id: string,
  change: (reasons: Set<HidingReason>) => void,
): Promise<Hiding> {
  const hiding = await db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom('videos')
      .select(['id', 'userId', 'originalId', 'viewsCount', 'likesCount', 'hiddenFor', 'isHidden'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!video) return { wasHidden: true, isHidden: true }
    const reasons = new Set(video.hiddenFor)
    change(reasons)
    const isHidden = reasons.size > 0
    if (reasons.size !== video.hiddenFor.length) {
      await tx
        .updateTable('videos')
        .set({ hiddenFor: [...reasons], isHidden, updatedAt: sql`now()` })
        .where('id', '=', id)
        .execute()
    }
    if (isHidden !== video.isHidden) {
      await addToTotals(tx, video.userId, video, isHidden ? -1 : 1)
      await setVideoFilesHidden(tx, video, isHidden)
    }
    return { wasHidden: video.isHidden, isHidden }
  })
  if (hiding.wasHidden !== hiding.isHidden) videoChanged(signals, id)
  return hiding
}
