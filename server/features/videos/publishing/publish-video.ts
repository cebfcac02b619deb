import { nameAspectRatio } from '../../../../contract/videos/aspect-ratio.ts'
import type { CreateVideoBody } from '../../../../contract/videos/publishing.ts'
import type { Deps } from '../../../setup/deps.ts'
import { requireStillActive } from '../../../access/account-status.ts'
import { AppError, invalidField } from '../../../errors/app-error.ts'
import { TooManyWaitingError } from '../../../concurrency/fair-semaphore.ts'
import {
  inTurn,
  type MediaOptions,
  TooSlowError,
  unreadable,
  UnreadableVideoError,
} from '../../../media/engine/engine.ts'
import { checkFileAtOnce, unchecked, withTags } from '../provenance/check-file.ts'
import { judge } from '../provenance/judge.ts'
import { keepFindings, keepWorkflow, storeContent, workflowOf } from '../provenance/keep-provenance.ts'
import { addParents, descendFrom, lockParents } from '../lineage/parents.ts'
import { emitNotificationsChanged } from '../../social/notifications/notify.ts'
import { enqueueFollowerNotifications } from '../../social/notifications/notify-followers.jobs.ts'
import { enqueueRenditions } from '../renditions/render-queues.ts'
import { keepAnswer } from '../duplicates/disputes.ts'
import { isRemovedFile } from '../../../objects/removed-files.ts'
import { discardUpload, publishUpload } from '../../../objects/objects.queries.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import { type Claim, claimUpload, holdsClaim, isUnused, whileClaimed } from '../../../objects/upload-claim.ts'
import { addToTotals } from '../../social/profiles/creator-totals.ts'
import { cleanOriginal, wasCleaned } from './clean-original.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { insertVideo, requireWithin } from './write-video.ts'

type PublishDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'jobs' | 'signals' | 'inspectVideo' | 'workFolder'>

/**
 * Publishes an upload. It must belong to the creator, be complete and unused, and contain a decodable video. The upload
 * is claimed first, so that concurrent requests for it are refused at once. The server measures size, duration and
 * aspect ratio, and ignores the client's values. The credentials are checked first, because removing private data
 * breaks their signature. The video is listed when this returns; its renditions follow in the background.
 *
 * @param options `beforeReading` is called once the upload is claimed. If it throws, the upload is kept.
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
  { beforeReading, ...options }: MediaOptions & { beforeReading?: () => Promise<void> } = {},
): Promise<string> {
  const { db, signals } = deps
  const { videoUrl, parents = [], workflow: workflowChoice, alreadyHere, ...stated } = body
  // The parents are checked before the file is read, because that takes long. They are checked again under the locks.
  await descendFrom(db, userId, parents)
  const uploadId = objectIdIn(videoUrl)
  const claim = uploadId && (await claimUpload(db, uploadId, userId))
  if (!claim) {
    // The code BAD_REQUEST tells the client to retry: the request that is publishing the upload now may still fail.
    const isInUse = uploadId && (await isUnused(db, uploadId, userId))
    throw isInUse ? new AppError('BAD_REQUEST', UNUSABLE) : refusal(UNUSABLE)
  }

  const published = await whileClaimed(db, claim, async () => {
    await beforeReading?.()
    const isSharing = workflowChoice === 'share'
    const beforeCleaning = async (durationSeconds: number) => {
      requireWithin(stated.coverAt, durationSeconds)
      await descendFrom(db, userId, parents)
    }
    const inspected = await inspectUpload(deps, claim, beforeCleaning, { ...options, isSharing })
    const { facts, findings, report, workflow, canBeBroken } = inspected
    return db.transaction().execute(async (tx) => {
      await lockParents(tx, parents)
      await requireStillActive(tx, userId)
      const descent = await descendFrom(tx, userId, parents)
      if (!(await publishUpload(tx, claim, facts.contentType))) throw refusal(UNUSABLE)
      const verdict = judge(findings, { canBeBroken })
      const { width, height, durationSeconds, framesCount } = facts
      const measured = { width, height, durationSeconds, framesCount, aspectRatio: nameAspectRatio(width, height) }
      const id = await insertVideo(tx, stated, { userId, originalId: claim.id, ...measured, ...verdict, ...descent })
      const video = { id, userId, isHidden: false }
      await keepFindings(deps, tx, { video, findings, report, removedKinds: facts.privateData.kinds })
      if (isSharing) await keepWorkflow(tx, video, workflow)
      if (verdict.provenanceCheck === 'pending') await deps.jobs.send(tx, 'check-credentials', { videoId: id })
      const remixed = await addParents(tx, { videoId: id, userId, parents })
      if (alreadyHere) await keepAnswer(tx, id, userId, alreadyHere)
      await addToTotals(tx, userId, { viewsCount: 0, likesCount: 0 }, 1)
      await enqueueRenditions(deps.jobs, tx, { id, userId, ...measured })
      await enqueueFollowerNotifications(deps, tx, id)
      return { id, remixed }
    })
  })
  signals.send(VIDEO_CHANGED, published.id)
  for (const parent of published.remixed) {
    signals.send(VIDEO_CHANGED, parent.id)
    emitNotificationsChanged(signals, parent.ownerId)
  }
  return published.id
}

/** `isSharing`: whether the creator shares the workflow. */
type InspectOptions = MediaOptions & { isSharing: boolean }

/**
 * Measures the file and removes private data from it. A file that was permanently removed before is refused.
 *
 * @param beforeCleaning Throws if the clip cannot be published. The file is not changed then, because its credentials
 *   could not be verified again after the removal.
 */
async function inspectUpload(
  deps: PublishDeps,
  claim: Claim,
  beforeCleaning: (durationSeconds: number) => Promise<void>,
  options: InspectOptions,
) {
  const { db, storage } = deps
  try {
    const { edits, checked, workflow, ...facts } = await storage.withFile(claim.id, (file) =>
      inTurn((turn) => inspectFile(deps, file, { ...options, turn }), claim.ownerId),
    )
    await beforeCleaning(facts.durationSeconds)
    const canBeBroken = !(await wasCleaned(db, claim.id))
    await cleanOriginal(deps, claim.id, facts.privateData, edits)
    if (!(await isRemovedFile(deps, claim.id))) {
      const report = checked.report ? await storeContent(deps, checked.report) : undefined
      const shared = workflow ? await storeContent(deps, workflow) : undefined
      return { facts, findings: checked.findings, report, workflow: shared, canBeBroken }
    }
  } catch (error) {
    // A busy machine does not mean that the file is bad.
    if (error instanceof TooSlowError) {
      throw new AppError('UNAVAILABLE', 'Processing this video took too long. Please try again in a moment.')
    }
    if (error instanceof TooManyWaitingError) throw new AppError('RATE_LIMITED', TOO_MANY, { retryAfterSeconds: 10 })
    // The upload has since been cancelled, and its file is gone.
    if (!(await holdsClaim(db, claim))) throw refusal(UNUSABLE)
    if (!(error instanceof UnreadableVideoError)) throw error
    await discardUpload(deps, claim.id)
    throw refusal(error.message)
  }
  await discardUpload(deps, claim.id)
  throw refusal('This file was permanently removed and can’t be published again. See the rules at /rules.')
}

/** Reads everything that is needed from the upload before private data is removed from it. */
async function inspectFile(deps: PublishDeps, file: string, { isSharing, ...options }: InspectOptions) {
  const { workFolder, inspectVideo } = deps
  const inspected = await inspectVideo(file, { workFolder, ...options })
  const { tags, namesCredentials, privateData, videoTracksCount } = inspected
  // This check is not part of `inspectVideo`, which also checks clips that are reported as broken. A published clip
  // must not be hidden because it has several video tracks.
  if (videoTracksCount > 1) throw unreadable('severalVideos')
  const checked = privateData.holdsCredentials ? await checkFileAtOnce(deps, file, options) : unchecked('none')
  const workflow = isSharing ? await workflowOf(deps, file, options) : ''
  return { ...inspected, checked: withTags(checked, { tags, namesCredentials }), workflow }
}

const UNUSABLE = 'This upload is incomplete, not yours or already used. Please upload the file again.'
const TOO_MANY = 'Too many of your videos are being published right now. Please publish this one when they’re done.'

function refusal(message: string): AppError {
  return invalidField('videoUrl', message)
}
