import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../db/connect.ts'
import { NotNowError } from '../../../jobs/jobs.ts'
import { UnreadableVideoError } from '../../../media/engine/engine.ts'
import { hasRoomToMake } from '../../../objects/disk-budget.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { watchForDeletion } from './watch-for-deletion.ts'

export type MediaDeps = Pick<Deps, 'db' | 'storage' | 'cdn' | 'disk' | 'jobs' | 'signals' | 'workFolder' | 'signer'>

/** Disk space in bytes that a poster or a preview takes while it is made and copied. */
const SMALL_BYTES = 32 * 1024 ** 2

export type VideoToRender = NonNullable<Awaited<ReturnType<typeof findVideoToRender>>>

export function findVideoToRender(db: Db, id: string) {
  return db
    .selectFrom('videos')
    .innerJoin('objects as original', 'original.id', 'originalId')
    .select(['videos.id', 'userId', 'originalId', 'original.sizeBytes as originalBytes'])
    .select(['posterId', 'previewId', 'streamId', 'durationSeconds', 'framesCount', 'width', 'height'])
    .select(['status', 'coverAt', 'posterAt'])
    .where('videos.id', '=', id)
    .executeTakeFirst()
}

type Fail = (db: Db, video: VideoToRender, reason: string) => Promise<void>

/**
 * Runs one step of a video, in a temporary folder that is always removed. The step is aborted when the video is
 * deleted. A step that failed for lack of disk space waits until there is enough. A file that cannot be decoded or
 * exceeds the time limit is not retried, because a retry would fail again and delay other jobs. After any other failure
 * the step is retried automatically.
 *
 * @param fail Handles a file from which this step cannot make its rendition. It records the reason or, for a cover,
 *   restores the previous choice.
 */
export async function renderStep(
  deps: MediaDeps,
  { payload: { videoId }, signal }: { payload: { videoId: string }; signal: AbortSignal },
  fail: Fail,
  make: (video: VideoToRender, folder: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  // The watch starts before the row is read, so that no deletion is missed.
  using deletion = watchForDeletion(deps, videoId)
  const video = await findVideoToRender(deps.db, videoId)
  // The video was deleted while the job waited.
  if (!video) return
  await requireRoom(deps, SMALL_BYTES)
  await using folder = await mkdtempDisposable(join(deps.workFolder, 'render-'))
  try {
    await make(video, folder.path, AbortSignal.any([signal, deletion.signal]))
  } catch (error) {
    if (deletion.signal.aborted) return
    // The room is checked before the folder is removed, because the folder itself may have filled the disk. A child
    // process reports a full disk only as a generic failure.
    await requireRoom(deps, 0)
    if (!(error instanceof UnreadableVideoError)) throw error
    await fail(deps.db, video, error.message)
  } finally {
    deps.signals.emit(VIDEO_CHANGED, videoId)
  }
}

/** @throws {NotNowError} While the disk has less free space than this, apart from the database's reserve. */
export async function requireRoom({ disk }: Pick<MediaDeps, 'disk'>, bytes: number): Promise<void> {
  if (!(await hasRoomToMake({ disk }, bytes))) throw new NotNowError('The disk is out of space for renditions')
}
