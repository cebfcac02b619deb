import { workOnCredentials } from './features/videos/provenance/check-credentials.jobs.ts'
import { workOnDeletions } from './features/account/deletion/delete-account.jobs.ts'
import { workOnEmails } from './features/account/email/send-email.jobs.ts'
import { workOnBatches } from './features/moderation/batches/decide-batch.jobs.ts'
import { workOnFollowerNotifications } from './features/social/notifications/notify-followers.jobs.ts'
import { workOnRenditions } from './features/videos/renditions/render.jobs.ts'
import { workOnFingerprints } from './features/videos/duplicates/fingerprint.jobs.ts'
import { workOnSigning } from './features/videos/provenance/sign-renditions.jobs.ts'
import { keepHeat } from './features/discovery/rising/keep-heat.ts'
import { keepIndexed } from './features/discovery/search/indexing/index-videos.ts'
import { workOnComparisons } from './features/discovery/similar/compare-video.jobs.ts'
import type { Deps } from './setup/deps.ts'
import type { Logger } from './setup/logger.ts'
import { keepSweeping } from './sweep.ts'

/** Runs background work, jobs and sweeps, until `stack` is disposed of. */
export async function work(
  deps: Deps,
  stack: AsyncDisposableStack,
  { log, makesRenditions }: { log: Logger; makesRenditions: boolean },
): Promise<void> {
  if (makesRenditions) {
    await workOnRenditions(deps)
    await workOnFingerprints(deps)
    await workOnSigning(deps)
  }
  await workOnCredentials(deps)
  await workOnComparisons(deps)
  await workOnFollowerNotifications(deps)
  await workOnEmails(deps)
  await workOnDeletions(deps)
  await workOnBatches(deps)
  stack.defer(keepSweeping(deps, log))
  stack.defer(keepIndexed(deps, log))
  stack.defer(keepHeat(deps, log))
}
