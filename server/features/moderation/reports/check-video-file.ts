import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { Semaphore } from '../../../concurrency/semaphore.ts'
import type { MediaOptions } from '../../../media/engine/engine.ts'
import { hideVideo, showVideo } from '../../videos/publishing/hide-video.ts'
import { videoNotFound } from '../../../access/visibility.ts'
import { isReadableFile } from './readable-file.ts'

export type CheckDeps = Pick<Deps, 'db' | 'storage' | 'signals' | 'inspectVideo' | 'workFolder'>

export interface FileCheck {
  /** Whether the video is hidden now. */
  hidden: boolean
  /** Whether it was before. */
  alreadyHidden: boolean
}

/** Reading a file is dear: once is enough for everybody who says the same. */
const RECHECK_AFTER = sql`interval '1 minute'`
/** Hidden videos are looked at again by themselves, in case their file has come back. */
const RECHECK_HIDDEN_AFTER = sql`interval '10 minutes'`
const RECHECK_HIDDEN_AT_ONCE = 3

/** Of this process. */
const oneAtATime = new Semaphore(1)

/** `checkVideoFile` for many callers: whoever asks for a video that is being checked shares the outcome. */
export function sharedFileChecks(deps: CheckDeps): (videoId: string) => Promise<FileCheck> {
  const underWay = new Map<string, Promise<FileCheck>>()
  return (videoId) => {
    const running = underWay.get(videoId)
    if (running) return running
    const check = checkVideoFile(deps, videoId).finally(() => underWay.delete(videoId))
    underWay.set(videoId, check)
    return check
  }
}

/**
 * Reads a video's file, hides the video if that cannot be done, and shows it again if it can and nothing else hides it.
 * Within a minute of the last check it only tells how things stand.
 *
 * @throws {AppError} NOT_FOUND. UNAVAILABLE if storage as a whole does not answer, which says nothing about the video.
 */
export async function checkVideoFile(deps: CheckDeps, videoId: string, options: MediaOptions = {}): Promise<FileCheck> {
  const { originalId, isHidden, isDue } = await claimCheck(deps.db, videoId)
  const isReadable = isDue ? await oneAtATime.run(() => isReadableFile(deps, originalId, options)) : undefined
  // Nothing was found out, so nothing changes.
  if (isReadable === undefined) return { hidden: isHidden, alreadyHidden: isHidden }
  // Whatever else it is hidden for stays.
  const { wasHidden, isHidden: isHiddenNow } = await (isReadable ? showVideo : hideVideo)(deps, videoId, 'file')
  return { hidden: isHiddenNow, alreadyHidden: wasHidden }
}

/** Checks a few of the videos that are hidden for their files and that nobody has looked at for some time. */
export async function recheckHiddenVideos(deps: CheckDeps, options: MediaOptions = {}): Promise<void> {
  const due = await deps.db
    .selectFrom('videos')
    .select('id')
    .where('isHidden', '=', sql.lit(true))
    .where(sql<boolean>`'file' = any(hidden_for)`)
    .where(sql<boolean>`coalesce(file_checked_at < now() - ${RECHECK_HIDDEN_AFTER}, true)`)
    .orderBy('fileCheckedAt', (order) => order.asc().nullsFirst())
    .limit(RECHECK_HIDDEN_AT_ONCE)
    .execute()
  for (const { id } of due) await checkVideoFile(deps, id, options)
}

/** One statement decides who checks, also among processes. @throws {AppError} NOT_FOUND. */
async function claimCheck(db: Db, videoId: string): Promise<{ originalId: string; isHidden: boolean; isDue: boolean }> {
  const { rows } = await sql<{ originalId: string; isHidden: boolean; isDue: boolean }>`
    with claimed as (
      update videos set file_checked_at = now()
      where id = ${videoId} and coalesce(file_checked_at < now() - ${RECHECK_AFTER}, true) returning id
    )
    select original_id, is_hidden, claimed.id is not null as is_due
    from videos left join claimed using (id) where videos.id = ${videoId}`.execute(db)
  if (!rows[0]) throw videoNotFound()
  return rows[0]
}
