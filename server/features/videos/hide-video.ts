import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { setVideoFilesHidden } from '../uploads/objects.queries.ts'
import { addToTotals } from '../users/users.queries.ts'
import { videoChanged } from './video-signals.ts'

type HideDeps = Pick<Deps, 'db' | 'signals'>

/**
 * Takes a video out of every list, and its bytes off the site, for all but its owner.
 *
 * @returns Whether it was visible before.
 */
export function hideVideo(deps: HideDeps, id: string): Promise<boolean> {
  return setHidden(deps, id, true)
}

/** @returns Whether it was hidden before. */
export function showVideo(deps: HideDeps, id: string): Promise<boolean> {
  return setHidden(deps, id, false)
}

async function setHidden({ db, signals }: HideDeps, id: string, isHidden: boolean): Promise<boolean> {
  const isChanged = await db.transaction().execute(async (tx) => {
    const video = await tx
      .updateTable('videos')
      .set({ isHidden, updatedAt: sql`now()` })
      .where('id', '=', id)
      .where('isHidden', '=', !isHidden)
      .returning(['id', 'userId', 'originalId', 'viewsCount', 'likesCount'])
      .executeTakeFirst()
    if (!video) return false
    await addToTotals(tx, video.userId, video, isHidden ? -1 : 1)
    await setVideoFilesHidden(tx, video, isHidden)
    return true
  })
  if (isChanged) videoChanged(signals, id)
  return isChanged
}
