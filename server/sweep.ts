import { runEvery } from './concurrency/run-every.ts'
import type { Deps } from './setup/deps.ts'
import { enqueueDecisionEmails } from './features/account/email/send-email.ts'
import { deleteOldAccountEvents } from './features/account/settings/account-events.queries.ts'
import { enqueueDueChecks } from './features/videos/provenance/check-credentials.jobs.ts'
import { enqueueDueDeletions } from './features/account/deletion/delete-account.jobs.ts'
import { enqueueUnfinishedBatches } from './features/moderation/batches/decide-batch.jobs.ts'
import { endEnforcements } from './features/moderation/decisions/enforcement/end-enforcements.ts'
import { restoreCountered } from './features/moderation/appeals/restore-countered.ts'
import { deleteOldNoticeTexts, deleteOldDecisionTexts } from './features/moderation/appeals/delete-old-texts.ts'
import { deleteExpiredEmailChanges } from './features/account/email-address/request-change.ts'
import { recheckHiddenVideos } from './features/videos/file-check/check-video-file.ts'
import { enqueueMissingFingerprints } from './features/videos/duplicates/fingerprint.jobs.ts'
import { countWhenDue } from './features/discovery/search/indexing/count-words.ts'
import { indexVideos } from './features/discovery/search/indexing/index-videos.ts'
import { ratePopularity } from './features/discovery/search/indexing/rate-popularity.ts'
import { deleteRevokedCodes } from './identity/take-account-back.ts'
import { sweepObjects } from './objects/sweep-objects.ts'
import { giveBackLostRoom } from './features/videos/upload/upload-quota.ts'
import { deleteOldNotifications } from './features/social/notifications/delete-old-notifications.ts'
import { deleteFormerIcons } from './features/site/settings/site-icon.ts'
import { sweepViews } from './features/social/views/views.queries.ts'
import { unblockEmails } from './features/account/users/retired-accounts.ts'
import { deleteExpiredLimits } from './http/guards/rate-limits.ts'
import { deleteExpiredSessions } from './identity/end-sessions.ts'
import { deleteExpiredTokens } from './identity/tokens.ts'
import { correctJobTimes } from './jobs/correct-times.ts'
import { deleteGoneProcesses } from './jobs/processes.ts'
import type { ErrorLog } from './errors/loggable-error.ts'

/**
 * Milliseconds between sweeps. Deleted data must be gone within a minute, even if the process that should remove it has
 * died. The interval is half of that, which leaves time to remove the data.
 */
const INTERVAL_MS = 30_000

/**
 * Runs all periodic work: deletes or restores data, enqueues jobs and updates the search index. A part does almost
 * nothing if nothing is due. Two processes may run it at once. A failing part does not stop the others.
 *
 * @throws {AggregateError} With all failures, after the other parts are done.
 */
export async function sweep(deps: Deps, signal?: AbortSignal): Promise<void> {
  const { db } = deps
  const results = await Promise.allSettled([
    sweepObjects(deps, signal),
    ...(deps.config.isOneOfMany ? [giveBackLostRoom(db)] : []),
    deleteExpiredSessions(db),
    deleteExpiredTokens(db),
    deleteExpiredLimits(db),
    deleteGoneProcesses(db),
    correctJobTimes(db),
    deleteFormerIcons(db),
    sweepViews(db),
    deleteOldNotifications(deps, signal),
    recheckHiddenVideos(deps, { signal }),
    endEnforcements(deps, signal),
    restoreCountered(deps, signal),
    deleteOldDecisionTexts(db),
    deleteOldNoticeTexts(db),
    deleteOldAccountEvents(db),
    enqueueDueDeletions(deps),
    enqueueUnfinishedBatches(deps),
    enqueueDueChecks(deps),
    enqueueDecisionEmails(deps),
    unblockEmails(db),
    deleteExpiredEmailChanges(db),
    deleteRevokedCodes(db),
    indexVideos(deps, signal),
    countWhenDue(deps, signal),
    ratePopularity(deps),
    enqueueMissingFingerprints(deps),
  ])
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason)
  if (failures.length > 0) throw new AggregateError(failures, 'Some clean-up tasks failed and will be retried')
}

/**
 * Sweeps now and every 30 s. A failure is logged, and the next sweep retries.
 *
 * @returns A function that stops the sweeps and waits for the current one.
 */
export function keepSweeping(deps: Deps, log: ErrorLog): () => Promise<void> {
  return runEvery(
    INTERVAL_MS,
    (signal) => sweep(deps, signal),
    (error) => log.error({ err: error }, 'Clean-up failed'),
  )
}
