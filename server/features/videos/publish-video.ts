import { nameAspectRatio } from '../../../contract/aspect-ratio.ts'
import type { CreateVideoBody } from '../../../contract/videos.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import {
  inspectVideo,
  type MediaOptions,
  TooSlowError,
  UnreadableVideoError,
  type VideoFacts,
} from '../media/media.engine.ts'
import { enqueueRenditions } from '../media/render.jobs.ts'
import { discardUpload, findUnusedUpload, publishUpload } from '../uploads/objects.queries.ts'
import { objectIdIn } from '../uploads/upload-address.ts'
import { addToTotals } from '../users/users.queries.ts'
import { videoChanged } from './video-signals.ts'
import { insertVideo } from './videos.queries.ts'

/**
 * Publishes an upload: it must be the creator's, whole, unused and a decodable video. Size, duration and ratio are
 * measured, whatever the page believed, and the place where a phone filmed it is taken out. The video is on the wall when
 * this returns; its renditions follow in the background.
 *
 * @returns The new video's id.
 * @throws {AppError} VALIDATION_FAILED with a sentence. A file that is no video is removed with it. UNAVAILABLE if reading
 *   it took too long: the upload stays, to be published again.
 */
export async function publishVideo(
  deps: Pick<Deps, 'db' | 'storage' | 'jobs' | 'signals' | 'workFolder'>,
  userId: string,
  body: CreateVideoBody,
  options: MediaOptions = {},
): Promise<string> {
  const { db, storage, signals, workFolder } = deps
  const uploadId = objectIdIn(body.videoUrl)
  if (!uploadId || !(await findUnusedUpload(db, uploadId, userId))) throw unusableUpload()

  const facts = await storage
    .withFile(uploadId, (file) => inspectVideo(file, { workFolder, ...options }))
    .then(async (found) => {
      await storage.blank(uploadId, found.locations)
      return found
    })
    .catch(async (error: unknown) => {
      // A machine that is busy just now says nothing about the file.
      if (error instanceof TooSlowError) throw tooSlow()
      // Another call was quicker, and found the file to be none.
      if (!(await findUnusedUpload(db, uploadId, userId))) throw unusableUpload()
      if (!(error instanceof UnreadableVideoError)) throw error
      await discardUpload(deps, uploadId)
      throw refusal(error.message)
    })

  const videoId = await db.transaction().execute(async (tx) => {
    const claimed = await publishUpload(tx, { id: uploadId, ownerId: userId, contentType: facts.contentType })
    if (!claimed) throw unusableUpload()
    const id = await insertVideo(tx, userId, uploadId, body, measuredOf(facts))
    await addToTotals(tx, userId, { viewsCount: 0, likesCount: 0 }, 1)
    await enqueueRenditions(deps, tx, id)
    return id
  })
  videoChanged(signals, videoId)
  return videoId
}

function measuredOf({ width, height, durationSeconds }: VideoFacts) {
  return { width, height, durationSeconds, aspectRatio: nameAspectRatio(width, height) }
}

function unusableUpload(): AppError {
  return refusal('This upload is not complete, not yours or already used. Please upload the file again.')
}

function tooSlow(): AppError {
  return new AppError('UNAVAILABLE', 'Reading this video took too long just now. Please try again in a moment.')
}

function refusal(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { issues: [{ path: 'videoUrl', message }] })
}
