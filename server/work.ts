import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from './db/connect.ts'
import { isUpToDate } from './db/migrate.ts'
import { workOnDeletions } from './features/deletion/delete-account.jobs.ts'
import { workOnLetters } from './features/letters/send-letter.jobs.ts'
import { workOnTelling } from './features/notifications/tell-followers.jobs.ts'
import { workOnRenditions } from './features/renditions/render.jobs.ts'
import { keepHeat } from './features/rising/keep-heat.ts'
import { keepIndexed } from './features/search/index-videos.ts'
import { keepCompared } from './features/similar/compare-videos.ts'
import { areQueuesThere } from './jobs/jobs.ts'
import type { Deps } from './setup/deps.ts'
import type { Logger } from './setup/logger.ts'
import { keepSweeping } from './sweep.ts'

const LOOK_EVERY_MS = 200

/** Does what is done in the background, jobs and what comes and goes by itself, until `stack` is disposed of. */
export async function work(
  deps: Deps,
  stack: AsyncDisposableStack,
  { log, makesRenditions }: { log: Logger; makesRenditions: boolean },
): Promise<void> {
  if (makesRenditions) await workOnRenditions(deps)
  await workOnTelling(deps)
  await workOnLetters(deps)
  await workOnDeletions(deps)
  stack.defer(keepSweeping(deps, log))
  stack.defer(keepCompared(deps, log))
  stack.defer(keepIndexed(deps, log))
  stack.defer(keepHeat(deps, log))
}

/**
 * Processes that work bring the database up to date; those that only serve wait for one of them.
 *
 * @returns `false` if it was told to stop meanwhile.
 */
export async function waitForWorker(db: Db, log: Logger, stopping: AbortSignal): Promise<boolean> {
  for (let isTold = false; !stopping.aborted; await delay(LOOK_EVERY_MS)) {
    if ((await isUpToDate(db)) && (await areQueuesThere(db))) return true
    if (!isTold) log.warn('Waiting for a process with ROLE=worker to bring the database up to date.')
    isTold = true
  }
  return false
}
