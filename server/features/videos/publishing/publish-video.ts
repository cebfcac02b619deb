import { nameAspectRatio } from '../../../../contract/videos/aspect-ratio.ts'
import type { CreateVideoBody } from '../../../../contract/videos/publishing.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import type { Deps } from '../../../setup/deps.ts'
import { requireStillActive } from '../../../access/account-status.ts'
import { AppError } from '../../../errors/app-error.ts'
import { judge } from '../provenance/judge.ts'
import { storeFindings, storeWorkflow } from '../provenance/store-provenance.ts'
import { addParents, descendFrom, lockParents, notifyOfRemix } from '../lineage/parents.ts'
import { enqueueRenditions } from '../renditions/render-queues.ts'
import { storeAnswer } from '../duplicates/disputes.ts'
import { publishUpload } from '../../../objects/objects.queries.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import { isJustRemoved } from '../../../objects/removed-files.ts'
import { type Claim, claimUpload, isUnused, whileClaimed } from '../../../objects/upload-claim.ts'
import { countListed, emitVideosChanged } from './count-listed.ts'
import { type InspectedUpload, inspectUpload, REMOVED_FILE, UNUSABLE_UPLOAD, invalidVideo } from './inspect-upload.ts'
import { insertVideo, requireWithin } from './write-video.ts'

type PublishDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'jobs' | 'signals' | 'inspectVideo' | 'workFolder'>

/**
 * Publishes an upload. It must belong to the creator, be complete and unused, and contain a decodable video. The upload
 * is claimed first, so that concurrent requests for it are refused at once. The server measures size, duration and
 * aspect ratio, and ignores the client's values. The credentials are checked first, because removing private data
 * breaks their signature. The video is listed when this returns; its renditions follow in the background.
 *
 * @param beforeReading Called once the upload is claimed. If it throws, the upload is kept.
 * @returns The new video's id.
 * @throws {AppError} VALIDATION_FAILED with a sentence; a file that is not a video is removed. BAD_REQUEST while the
 *   upload is already being published. UNAVAILABLE if reading took too long, or RATE_LIMITED if too many requests of
 *   this person are waiting. The upload is kept then, to be published again. The same applies if a parent may not be
 *   remixed (`descendFrom`), or if the cover is after the clip's end.
 */
export async function publishVideo(
  deps: PublishDeps,
  userId: string,
  body: CreateVideoBody,
  beforeReading?: () => Promise<void>,
): Promise<string> {
  const { db } = deps
  const { videoUrl, ...details } = body
  const { parents = [], coverAt, workflow } = details
  // The parents are checked before the file is read, because that takes long. They are checked again under the locks.
  await descendFrom(db, userId, parents)
  const claim = await claimVideo(db, userId, videoUrl)
  const { id, remixedIds, recipients } = await whileClaimed(db, claim, async () => {
    await beforeReading?.()
    const inspected = await inspectUpload(deps, claim, {
      isSharing: workflow === 'share',
      beforeCleaning: async (durationSeconds) => {
        requireWithin(coverAt, durationSeconds)
        await descendFrom(db, userId, parents)
      },
    })
    return inTransaction(db, (tx) => insertPublished(tx, deps, { userId, claim, details, inspected }))
  })
  emitVideosChanged(deps.signals, [id, ...remixedIds], recipients)
  return id
}

async function claimVideo(db: Db, userId: string, videoUrl: string): Promise<Claim> {
  const uploadId = objectIdIn(videoUrl)
  const claim = uploadId && (await claimUpload(db, uploadId, userId))
  if (claim) return claim
  // The code BAD_REQUEST tells the client to retry: the request that is publishing the upload now may still fail.
  const isInUse = uploadId && (await isUnused(db, uploadId, userId))
  throw isInUse ? new AppError('BAD_REQUEST', UNUSABLE_UPLOAD) : invalidVideo()
}

interface Publication {
  userId: string
  claim: Claim
  details: Omit<CreateVideoBody, 'videoUrl'>
  inspected: InspectedUpload
}

/** Stores the clip with all that belongs to it, and enqueues the jobs that follow. */
async function insertPublished(tx: Db, deps: PublishDeps, { userId, claim, details, inspected }: Publication) {
  const { facts, findings, report, workflow, canBeBroken } = inspected
  const { parents = [], workflow: workflowChoice, alreadyHere, ...stated } = details
  if (await isJustRemoved({ db: tx, storage: deps.storage }, claim.id)) throw invalidVideo(REMOVED_FILE)
  await lockParents(tx, parents)
  await requireStillActive(tx, userId)
  const descent = await descendFrom(tx, userId, parents)
  if (!(await publishUpload(tx, claim, facts.contentType))) throw invalidVideo()
  const verdict = judge(findings, { canBeBroken })
  const { width, height, durationSeconds, framesCount } = facts
  const measured = { width, height, durationSeconds, framesCount, aspectRatio: nameAspectRatio(width, height) }
  const id = await insertVideo(tx, stated, { userId, originalId: claim.id, ...measured, ...verdict, ...descent })
  const video = { id, userId }
  await storeFindings(deps, tx, { video, findings, report, removedKinds: facts.privateData.kinds })
  if (workflowChoice === 'share') await storeWorkflow(tx, video, workflow)
  if (verdict.provenanceCheck === 'pending') await deps.jobs.enqueue(tx, 'check-credentials', { videoId: id })
  await addParents(tx, id, parents)
  if (alreadyHere) await storeAnswer(tx, video, alreadyHere)
  const remixedIds = await countListed(tx, [id], 1)
  await enqueueRenditions(deps.jobs, tx, { id, userId, ...measured })
  await deps.jobs.enqueue(tx, 'tell-followers', { videoId: id })
  const recipients = await notifyOfRemix(tx, id)
  return { id, remixedIds, recipients }
}
