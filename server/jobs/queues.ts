import type { Queue } from 'pg-boss'
import type { JobName } from '../../contract/site/job-labels.ts'

/** The background jobs and their payloads. A payload names rows, which the job reads when it runs. */
export interface JobPayloads {
  /** Versions before `hasPreviewJob` enqueued no preview beside the poster. */
  'render-poster': { videoId: string; hasPreviewJob?: true }
  'render-preview': { videoId: string }
  'render-stream': { videoId: string }
  /** Previews and streams that take minutes. They have their own queues, so that they do not delay short clips. */
  'render-long-preview': { videoId: string }
  'render-long-stream': { videoId: string }
  /**
   * Enqueued by the queue after the last failure of a job above, even if the failure killed the worker. Has the payload
   * of that job.
   */
  'render-failed': { videoId: string; hasPreviewJob?: true }
  /** Replaces the poster with the frame that the creator has chosen. */
  'render-cover': { videoId: string }
  /** Enqueued by the queue after the last failure of `render-cover`. */
  'cover-failed': { videoId: string }
  /** Computes the fingerprints that identify a clip's frames. */
  fingerprint: { videoId: string }
  /** Finds the clips that are similar to one. */
  'compare-video': { videoId: string }
  /** Notifies one round of followers, after `cursor`, and enqueues the next round itself. */
  'tell-followers': { videoId: string; cursor?: string }
  /** Checks what a clip's file states about its origin, and who signed that. */
  'check-credentials': { videoId: string }
  /** Creates a signed manifest for each rendition of a clip. */
  'sign-renditions': { videoId: string }
  /** Decides or reverses the items of a batch of decisions. */
  'decide-batch': { batchId: string }
  /** Deletes an account after its grace period. */
  'delete-account': { userId: string }
  /** Sends one e-mail to one person. Retries send the same e-mail. */
  'send-letter': { letterId: string } & EmailCause
}

/** The cause of an e-mail. Its text and links are created when the job runs. */
export type EmailCause =
  | { kind: 'account-event'; eventId: string }
  | { kind: 'decision'; decisionId: string }
  | { kind: 'verify' | 'registration-approved' | 'registration-rejected'; userId: string }
  | { kind: 'change-email' | 'undo-email'; changeId: string }
  // The job looks up the account. The request's response time then does not reveal whether the account exists.
  | { kind: 'password-reset'; email: string }

const MINUTE_SECONDS = 60

type QueueOptions = Pick<Queue, 'expireInSeconds' | 'deadLetter' | 'retryLimit' | 'retryDelay' | 'retryBackoff'> & {
  /**
   * Whether at most one job with the same payload waits, even if it is enqueued repeatedly. Another such job may be
   * running.
   */
  waitsOnce?: true
}

/** Three attempts, a second apart. Finished jobs are deleted after a day. */
export const defaultQueue = {
  retryLimit: 2,
  retryDelay: 1,
  retryBackoff: false,
  deleteAfterSeconds: 24 * 60 * MINUTE_SECONDS,
}

const deadLetter: JobName = 'render-failed'

/** The queue of each job, in order of creation: a queue must exist before another can name it. */
export const queues: Record<JobName, QueueOptions> = {
  'render-failed': { expireInSeconds: MINUTE_SECONDS },
  'render-poster': { expireInSeconds: 5 * MINUTE_SECONDS, deadLetter },
  'render-preview': { expireInSeconds: 15 * MINUTE_SECONDS, deadLetter },
  'render-stream': { expireInSeconds: 180 * MINUTE_SECONDS, deadLetter },
  'render-long-preview': { expireInSeconds: 15 * MINUTE_SECONDS, deadLetter },
  'render-long-stream': { expireInSeconds: 180 * MINUTE_SECONDS, deadLetter },
  'cover-failed': { expireInSeconds: MINUTE_SECONDS },
  'render-cover': { expireInSeconds: 5 * MINUTE_SECONDS, deadLetter: 'cover-failed', waitsOnce: true },
  fingerprint: { expireInSeconds: 30 * MINUTE_SECONDS, waitsOnce: true },
  'compare-video': { expireInSeconds: MINUTE_SECONDS, waitsOnce: true },
  'tell-followers': { expireInSeconds: MINUTE_SECONDS },
  'check-credentials': { expireInSeconds: 15 * MINUTE_SECONDS, waitsOnce: true },
  'sign-renditions': { expireInSeconds: 60 * MINUTE_SECONDS, waitsOnce: true },
  'decide-batch': { expireInSeconds: 60 * MINUTE_SECONDS, waitsOnce: true },
  'delete-account': { expireInSeconds: 60 * MINUTE_SECONDS, waitsOnce: true },
  // Ten attempts over about a day. The first pause lasts 2 to 4 minutes, and each further one about twice as long.
  'send-letter': {
    expireInSeconds: 2 * MINUTE_SECONDS,
    retryLimit: 9,
    retryDelay: 2 * MINUTE_SECONDS,
    retryBackoff: true,
  },
}

export const isJobName = (name: string): name is JobName => name in queues
