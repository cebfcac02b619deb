import { sql } from 'kysely'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { reportBroken } from '../../../../contract/moderation/report-broken.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { getOrLoad } from '../../../concurrency/get-or-load.ts'
import { Semaphore } from '../../../concurrency/semaphore.ts'
import type { MediaOptions } from '../../../media/engine/engine.ts'
import { hideVideo, showVideo } from '../publishing/hide-video.ts'
import { isListed, isOpen, videoNotFound } from '../../../access/visibility.ts'
import { isReadableFile } from './readable-file.ts'

type CheckDeps = Pick<Deps, 'db' | 'storage' | 'signals' | 'inspectVideo' | 'workFolder'>

type FileCheck = ResponseOf<typeof reportBroken>

/** Minimum interval between two checks of a video. Reports within this interval share one expensive check. */
const RECHECK_AFTER = sql`interval '1 minute'`
/** Interval after which hidden videos are checked again automatically, in case their file is available again. */
const RECHECK_HIDDEN_AFTER = sql`interval '10 minutes'`
const RECHECK_HIDDEN_AT_ONCE = 3

/** Limits checks to one at a time in this process. */
const oneAtATime = new Semaphore(1)

/** Returns a version of `checkVideoFile` whose concurrent calls for the same video share one result. */
export function sharedFileChecks(deps: CheckDeps): (videoId: string) => Promise<FileCheck> {
  const underWay = new Map<string, Promise<FileCheck>>()
  return (videoId) =>
    getOrLoad(underWay, videoId, () => checkVideoFile(deps, videoId).finally(() => underWay.delete(videoId)))
}

/**
 * Reads a video's file and hides the video if the file is unreadable. A video with a readable file is shown again
 * unless it is hidden for another reason. Within a minute of the last check it returns the current state only.
 *
 * @throws {AppError} NOT_FOUND. UNAVAILABLE if storage as a whole does not respond, which says nothing about the video.
 */
export async function checkVideoFile(deps: CheckDeps, videoId: string, options: MediaOptions = {}): Promise<FileCheck> {
  const { originalId, isHidden, isDue } = await claimCheck(deps.db, videoId)
  const isReadable = isDue ? await oneAtATime.run(() => isReadableFile(deps, originalId, options)) : undefined
  // `npm run clean-originals` may have replaced and deleted the file during the check.
  const isOutdated = isReadable === false && (await hasOtherOriginal(deps.db, videoId, originalId))
  // The check was inconclusive, so nothing changes.
  if (isReadable === undefined || isOutdated) return { hidden: isHidden, alreadyHidden: isHidden }
  const { wasHidden, isHidden: isHiddenNow } = await (isReadable ? showVideo : hideVideo)(deps, videoId, 'file')
  return { hidden: isHiddenNow, alreadyHidden: wasHidden }
}

async function hasOtherOriginal(db: Db, videoId: string, originalId: string): Promise<boolean> {
  const videos = db.selectFrom('videos').select('id').where('id', '=', videoId)
  return (await videos.where('originalId', '<>', originalId).executeTakeFirst()) !== undefined
}

/** Checks a few of the videos that are hidden because of their files and were not checked recently. */
export async function recheckHiddenVideos(deps: CheckDeps, options: MediaOptions = {}): Promise<void> {
  const { rows: due } = await sql<{ id: string }>`
    select id from videos where not ${isListed} and 'file' = any(hidden_for)
      and coalesce(file_checked_at < now() - ${RECHECK_HIDDEN_AFTER}, true)
    order by file_checked_at nulls first limit ${RECHECK_HIDDEN_AT_ONCE}`.execute(deps.db)
  for (const { id } of due) await checkVideoFile(deps, id, options)
}

/**
 * Claims the check. A single statement decides which caller checks, even across processes.
 * @throws {AppError} NOT_FOUND.
 */
async function claimCheck(db: Db, videoId: string): Promise<{ originalId: string; isHidden: boolean; isDue: boolean }> {
  const { rows } = await sql<{ originalId: string; isHidden: boolean; isDue: boolean }>`
    with claimed as (
      update videos set file_checked_at = now()
      where id = ${videoId} and coalesce(file_checked_at < now() - ${RECHECK_AFTER}, true) returning id
    )
    select original_id, not ${isOpen} as is_hidden, claimed.id is not null as is_due
    from videos left join claimed using (id) where videos.id = ${videoId}`.execute(db)
  if (!rows[0]) throw videoNotFound()
  return rows[0]
}
