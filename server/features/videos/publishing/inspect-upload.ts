import type { Deps } from '../../../setup/deps.ts'
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
import { storeContent, workflowOf } from '../provenance/store-provenance.ts'
import { isRemovedFile } from '../../../objects/removed-files.ts'
import { discardUpload } from '../../../objects/objects.queries.ts'
import { type Claim, holdsClaim } from '../../../objects/upload-claim.ts'
import { cleanOriginal, wasCleaned } from './clean-original.ts'

type InspectDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'inspectVideo' | 'workFolder'>

/** Whether the creator shares the workflow. */
type ReadOptions = MediaOptions & { isSharing: boolean }

/** The findings about an upload, which are stored with the clip. */
export type InspectedUpload = Awaited<ReturnType<typeof inspectUpload>>

/**
 * Measures the file and removes private data from it. A file that was permanently removed before is refused.
 *
 * @param options `beforeCleaning` throws if the clip cannot be published. The file is not changed then, because its
 *   credentials could not be verified again after the removal.
 */
export async function inspectUpload(
  deps: InspectDeps,
  claim: Claim,
  { beforeCleaning, ...options }: ReadOptions & { beforeCleaning: (durationSeconds: number) => Promise<void> },
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
    if (!(await holdsClaim(db, claim))) throw invalidVideo()
    if (!(error instanceof UnreadableVideoError)) throw error
    await discardUpload(deps, claim.id)
    throw invalidVideo(error.message)
  }
  await discardUpload(deps, claim.id)
  throw invalidVideo(REMOVED_FILE)
}

/** Reads everything that is needed from the upload before private data is removed from it. */
async function inspectFile(deps: InspectDeps, file: string, { isSharing, ...options }: ReadOptions) {
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

/** Refuses the upload that the request names. The default message is for one that cannot be claimed. */
export function invalidVideo(message = UNUSABLE_UPLOAD): AppError {
  return invalidField('videoUrl', message)
}

export const REMOVED_FILE = 'This file was permanently removed and can’t be published again. See the rules at /rules.'
export const UNUSABLE_UPLOAD = 'This upload is incomplete, not yours or already used. Please upload the file again.'
const TOO_MANY = 'Too many of your videos are being published right now. Please publish this one when they’re done.'
