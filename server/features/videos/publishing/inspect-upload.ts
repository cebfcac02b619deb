import type { Deps } from '../../../setup/deps.ts'
import { type AppError, invalidField } from '../../../errors/app-error.ts'
import { inTurn, type MediaOptions, unreadable } from '../../../media/engine/engine.ts'
import { checkFile, unchecked, withTags } from '../provenance/check-file.ts'
import { storeContent, workflowOf } from '../provenance/store-provenance.ts'
import { isRemovedFile } from '../../../objects/removed-files.ts'
import { discardUpload } from '../../../objects/objects.queries.ts'
import type { Claim } from '../../../objects/upload-claim.ts'
import { explainUnread } from '../upload/explain-unread.ts'
import { cleanOriginal, wasCleaned } from './clean-original.ts'

type InspectDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'inspectVideo' | 'workFolder'>

/** The findings about an upload, which are stored with the clip. */
export type InspectedUpload = Awaited<ReturnType<typeof inspectUpload>>

/**
 * Measures the file and removes private data from it. A file that was permanently removed before is refused.
 *
 * @param options `isSharing`: whether the creator shares the workflow. `beforeCleaning` throws if the clip cannot be
 *   published. The file is not changed then, because its credentials could not be verified again after the removal.
 */
export async function inspectUpload(
  deps: InspectDeps,
  claim: Claim,
  { isSharing, beforeCleaning }: { isSharing: boolean; beforeCleaning: (durationSeconds: number) => Promise<void> },
) {
  const { db, storage } = deps
  return explainUnread(deps, claim, refusals, async () => {
    const { edits, checked, workflow, ...facts } = await storage.withFile(claim.id, (file) =>
      inTurn((turn) => inspectFile(deps, file, turn, isSharing), claim.ownerId),
    )
    await beforeCleaning(facts.durationSeconds)
    const canBeBroken = !(await wasCleaned(db, claim.id))
    await cleanOriginal(deps, claim.id, facts.privateData, edits)
    if (await isRemovedFile(deps, claim.id)) {
      await discardUpload(deps, claim.id)
      throw invalidVideo(REMOVED_FILE)
    }
    const report = checked.report ? await storeContent(deps, checked.report) : undefined
    const shared = workflow ? await storeContent(deps, workflow) : undefined
    return { facts, findings: checked.findings, report, workflow: shared, canBeBroken }
  })
}

/** Reads everything that is needed from the upload before private data is removed from it. */
async function inspectFile(deps: InspectDeps, file: string, turn: MediaOptions['turn'], isSharing: boolean) {
  const { workFolder, inspectVideo } = deps
  const inspected = await inspectVideo(file, { workFolder, turn })
  const { tags, namesCredentials, privateData, videoTracksCount } = inspected
  // This check is not part of `inspectVideo`, which also checks clips that are reported as broken. A published clip
  // must not be hidden because it has several video tracks.
  if (videoTracksCount > 1) throw unreadable('severalVideos')
  const checked = privateData.holdsCredentials
    ? await checkFile(deps, file, { turn, isAtOnce: true })
    : unchecked('none')
  const workflow = isSharing ? await workflowOf(deps, file, { turn }) : ''
  return { ...inspected, checked: withTags(checked, { tags, namesCredentials }), workflow }
}

/** Refuses the upload that the request names. The default message is for one that cannot be claimed. */
export function invalidVideo(message = UNUSABLE_UPLOAD): AppError {
  return invalidField(FIELD, message)
}

export const REMOVED_FILE = 'This file was permanently removed and can’t be published again. See the rules at /rules.'
export const UNUSABLE_UPLOAD = 'This upload is incomplete, not yours or already used. Please upload the file again.'
const FIELD = 'videoUrl'
const refusals = {
  field: FIELD,
  unusable: UNUSABLE_UPLOAD,
  tooSlow: 'Processing this video took too long. Please try again in a moment.',
  tooMany: 'Too many of your videos are being published right now. Please publish this one when they’re done.',
}
