import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { ReadCache } from '../../../http/read-cache.ts'
import { logFailure } from '../../../http/request-log.ts'
import type { Draining } from '../../../http/draining.ts'
import { type BackgroundProblem, listBackgroundProblems } from '../../../jobs/background-problems.ts'
import type { Deps } from '../../../setup/deps.ts'

/** Milliseconds between two checks of background work, however often a load balancer requests them. */
const LOOK_EVERY_MS = 5_000

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (it can serve). A process can serve if database and disk answer
 * and the disk is not full. If only new uploads are refused, a bucket does not answer, or background work stands still,
 * the process stays ready and says so. A process that is about to stop is not ready, although it still answers.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, storage, disk, signals }: Pick<Deps, 'db' | 'storage' | 'disk' | 'signals'>,
  draining?: Draining,
): void {
  const answer = (reply: FastifyReply, status: number, body: object) =>
    reply.status(status).header('cache-control', 'no-store').send(body)
  app.get('/healthz', (_request, reply) => answer(reply, 200, { status: 'ok' }))

  const backgroundProblems = new ReadCache<BackgroundProblem[]>({
    max: 1,
    maxAgeMs: LOOK_EVERY_MS,
    signals,
    droppedBy: {},
  })
  app.get('/readyz', async (request, reply) => {
    if (draining?.isOn) return answer(reply.header('retry-after', 1), 503, { status: 'stopping' })
    const { problems, failure, isReady, diskState } = await runChecks({ db, storage, disk }, () =>
      backgroundProblems.get('', () => listBackgroundProblems(db)),
    )
    if (!isReady) {
      logFailure(request, reply, 503, failure?.reason)
      return answer(reply, 503, { status: 'unavailable', problems })
    }
    if (failure) request.log.error({ err: failure.reason as unknown }, 'Not everything answers')
    const named = problems.length > 0 && { problems }
    if (diskState === 'full') return answer(reply, 503, { status: 'full', uploads: 'paused', ...named })
    const uploads = diskState === 'low' && { uploads: 'paused' }
    return answer(reply, 200, { status: named ? 'degraded' : 'ok', ...uploads, ...named })
  })
}

/** Checks everything that this process needs. `failure` is the first error, for the log. */
async function runChecks(
  { db, storage, disk }: Pick<Deps, 'db' | 'storage' | 'disk'>,
  listBackground: () => Promise<BackgroundProblem[]>,
) {
  const [database, files, room, background] = await Promise.allSettled([
    sql`select 1`.execute(db),
    storage.check(),
    disk.state(),
    listBackground(),
  ])
  // Only storage on another server has signed paths.
  const isBucket = storage.signedPath !== undefined
  const checks = [
    { result: database, cause: 'database', message: 'The database does not answer.', isVital: true },
    // All processes share a bucket. If its failure made them unready, no process would be left to serve pages.
    { result: files, cause: 'storage', message: 'The storage of the files does not answer.', isVital: !isBucket },
    { result: room, cause: 'storage', message: 'The disk cannot be read.', isVital: true },
  ] as const
  const failed = checks.filter(({ result }) => isRejected(result))
  const problems: { cause: BackgroundProblem['cause'] | 'database' | 'storage'; message: string }[] = [
    ...failed.map(({ cause, message }) => ({ cause, message })),
    ...(isRejected(background) ? [] : background.value),
  ]
  return {
    problems,
    failure: [database, files, room, background].find(isRejected),
    isReady: !failed.some(({ isVital }) => isVital),
    diskState: isRejected(room) ? undefined : room.value,
  }
}

const isRejected = (result: PromiseSettledResult<unknown>): result is PromiseRejectedResult =>
  result.status === 'rejected'
