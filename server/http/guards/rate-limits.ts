import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { isWrite } from '../../../contract/endpoint.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors/app-error.ts'
import { durationInWords } from '../../format/in-words.ts'
import { type FailureLimit, type LimitName, type LimitRule, limitRules, type SilentLimit } from './limit-rules.ts'
import { networkOf } from './network.ts'

/** Counts in PostgreSQL, so that limits apply across processes. */
export interface RateLimits {
  /** @throws {AppError} RATE_LIMITED, with the time after which to try again. */
  take(name: LimitName, key: string): Promise<void>
  /** Counts like `take` without refusing. @returns By how many points the limit is exceeded; 0 if it is not. */
  count(name: FailureLimit | SilentLimit, key: string): Promise<number>
  /** Gives back a point of `take` or `count`, because the action did not fail. */
  giveBack(name: FailureLimit, key: string): Promise<void>
  /** Starts the counts of an account's resettable limits again. */
  reset(accountId: string): Promise<void>
}

export function createRateLimits(db: Db): RateLimits {
  // The library needs a `pg` client. Queries through Kysely use its pool, which prepares statements.
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      db.withoutPlugins().executeQuery(CompiledQuery.raw(text, values)),
  }
  const limiters = new Map(
    Object.entries<LimitRule>(limitRules).map(([name, { points, seconds, counts, isResettable }]) => [
      name,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
        // A client over the limit causes no more queries until its period ends. This does not apply to limits with
        // points that are given back or reset. This process would not notice that and would keep refusing.
        ...(counts === 'failures' || isResettable ? {} : { inMemoryBlockOnConsumed: points + 1 }),
      }),
    ]),
  )
  const limiter = (name: LimitName) => limiters.get(name) as RateLimiterPostgres
  return {
    async take(name, key) {
      const { counts, seconds: period, sentence = 'Too many attempts.' }: LimitRule = limitRules[name]
      try {
        await limiter(name).consume(storedKey(name, key))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        // Refused attempts do not count. Otherwise many people who sign in at once would use up the limit.
        if (counts === 'failures') await limiter(name).reward(storedKey(name, key))
        // If the clock was ahead when the period began, this process forgets it, as `deleteExpiredLimits` deletes its row.
        if (error.msBeforeNext > period * 1_000) limiter(name).deleteInMemoryBlockedAll()
        const seconds = Math.min(period, Math.max(1, Math.ceil(error.msBeforeNext / 1000)))
        throw new AppError('RATE_LIMITED', `${sentence} Try again in ${durationInWords(seconds)}.`, {
          retryAfterSeconds: seconds,
        })
      }
    },
    async count(name, key) {
      const { consumedPoints } = await limiter(name).penalty(storedKey(name, key))
      return Math.max(0, consumedPoints - limitRules[name].points)
    },
    async giveBack(name, key) {
      await limiter(name).reward(storedKey(name, key))
    },
    async reset(accountId) {
      for (const [name, { isResettable }] of Object.entries<LimitRule>(limitRules)) {
        if (isResettable) await limiters.get(name)?.delete(accountId)
      }
    },
  }
}

function storedKey(name: LimitName, key: string): string {
  const { per } = limitRules[name]
  if (per === 'recipient') return hash('sha256', key, 'base64url')
  return per === 'address' ? networkOf(key) : key
}

/** Never refuses: for sites with `RATE_LIMITS=off`, and for most tests. */
export const unlimited: RateLimits = {
  take: async () => {},
  count: async () => 0,
  giveBack: async () => {},
  reset: async () => {},
}

/** Limits changes of any kind, per account and per address. Register it after the sessions. */
export function limitChanges(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request) => {
    if (!isWrite(request.method)) return
    const { userId } = request.session
    await limits.take('address-changes', request.ip)
    if (userId) await limits.take('account-changes', userId)
  })
}

/** Difference between the clocks of this process and of the database that is tolerated. */
const CLOCK_SKEW_MS = 60_000

/**
 * Deletes the counts whose period has ended, and those that would last longer than their period, because the clock was
 * ahead when they began. Uses the database's clock: a process whose clock is ahead must not end the limits of all.
 */
export function deleteExpiredLimits(db: Db): Promise<unknown> {
  const periodsMs = Object.values(limitRules).map(({ seconds }) => seconds * 1_000 + CLOCK_SKEW_MS)
  const nowMs = sql`(extract(epoch from now()) * 1000)`
  return sql`
    delete from rate_limits where expire < ${nowMs} or expire > ${nowMs} + (
      select ms from unnest(${Object.keys(limitRules)}::text[], ${periodsMs}::bigint[]) as rule(name, ms)
      where name = split_part(key, ':', 1)
    )`.execute(db)
}
