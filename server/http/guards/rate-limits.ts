import type { FastifyInstance } from 'fastify'
import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors/app-error.ts'
import { networkOf } from './network.ts'

export const DECISIONS_PER_HOUR = 60
export const SUSPENSIONS_PER_HOUR = 10

interface Rule {
  points: number
  seconds: number
  /** Why, where it is not only about programs. */
  sentence?: string
}

/**
 * What may be done how often: `points` within `seconds`, by one account or one address (that of the caller, as the
 * proxies that we trust tell it). Generous to people, also to many behind one address; in the way of programs only.
 */
const rules = {
  /** Every change that an account makes. */
  'account-changes': { points: 300, seconds: 60 },
  /** Every change from an address, signed in or not. */
  'address-changes': { points: 1_200, seconds: 60 },
  /** Failed sign-ins from an address, whatever the account. */
  'address-sign-in': { points: 50, seconds: 15 * 60 },
  /** Failed sign-ins to one account from one address, by browsers that it was never signed in on. */
  'account-and-address-sign-in': { points: 20, seconds: 15 * 60 },
  /** The same over all addresses. Past it sign-ins are slow and not refused, or strangers could lock an owner out. */
  'account-sign-in': { points: 20, seconds: 15 * 60 },
  /** Failed sign-ins to an account from one browser that it was signed in on. */
  'known-browser-sign-in': { points: 20, seconds: 15 * 60 },
  /** Wrong passwords typed by a signed-in person to confirm or change something, in one session. */
  'session-sign-in': { points: 20, seconds: 15 * 60 },
  /** Passkeys from an address that failed verification. */
  'address-passkey-sign-in': { points: 50, seconds: 15 * 60 },
  /** Letters with a link to set a new password, to one address and asked for from one. Past it none is sent, silently. */
  'account-reset-letters': { points: 3, seconds: 60 * 60 },
  'address-reset-letters': { points: 60, seconds: 60 * 60 },
  'account-verify-letters': { points: 3, seconds: 60 * 60 },
  'account-change-letters': { points: 3, seconds: 60 * 60 },
  'account-email-changes': { points: 10, seconds: 60 * 60 },
  'address-registrations': { points: 60, seconds: 60 * 60 },
  'account-join-requests': { points: 5, seconds: 24 * 60 * 60 },
  /** A username that is being typed. */
  'account-username-checks': { points: 120, seconds: 60 },
  'account-comments': { points: 30, seconds: 60 },
  'account-follows': { points: 120, seconds: 60 },
  /** Questions about uploads: where one goes on, and what the server can do. */
  'address-upload-questions': { points: 600, seconds: 60 },
  /** The same about one upload. Each cuts off what is arriving of it. */
  'upload-questions': { points: 60, seconds: 60 },
  /** Pieces of uploads that are small. Each costs a turn, a look at the part and a sync. */
  'address-upload-pieces': { points: 1_800, seconds: 60 },
  'upload-pieces': { points: 600, seconds: 60 },
  'account-uploads': { points: 60, seconds: 60 * 60 },
  'address-searches': { points: 120, seconds: 60 },
  /** Of a search that is being typed. */
  'address-suggestions': { points: 600, seconds: 60 },
  'address-reports': { points: 30, seconds: 10 * 60 },
  'account-reports': { points: 30, seconds: 10 * 60 },
  /** Legal ones. Each may name many things. */
  'address-notices': { points: 10, seconds: 60 * 60 },
  /** They cannot be taken back. */
  'account-erasures': { points: 10, seconds: 60 * 60 },
  /** Each makes the server read a file. */
  'address-broken-reports': { points: 20, seconds: 60 },
  /** Each may take minutes of processor time. */
  'account-retries': { points: 20, seconds: 60 * 60 },
  /** What a moderator decides, takes back and answers: a stolen session must not judge a whole site. */
  'account-decisions': { points: DECISIONS_PER_HOUR, seconds: 60 * 60 },
  'account-suspensions': { points: SUSPENSIONS_PER_HOUR, seconds: 60 * 60 },
  'account-appeals': { points: 10, seconds: 24 * 60 * 60 },
  /** Whether a file is here already. Each is asked for once by a page. */
  'account-matches': { points: 30, seconds: 60 * 60 },
  'account-avatars': { points: 20, seconds: 60 * 60 },
  // Of accounts that are new to a site which somebody looks after (`features/moderation/new-account-limits`).
  'newcomer-comments': {
    points: 20,
    seconds: 10 * 60,
    sentence: 'New accounts can write 20 comments in 10 minutes.',
  },
  'newcomer-clips': { points: 10, seconds: 60 * 60, sentence: 'New accounts can publish 10 clips an hour.' },
  'newcomer-follows': { points: 60, seconds: 60 * 60, sentence: 'New accounts can follow 60 people an hour.' },
} as const satisfies Record<string, Rule>

export type LimitName = keyof typeof rules

/** Limits that only failures count against: what turns out well is given back. */
type FailureLimit = Extract<LimitName, `${string}-sign-in`>

/** Limits past which something is not done, and nobody is told. */
type SilentLimit = Extract<LimitName, `${string}-letters`>

/** Counts in PostgreSQL, so that limits hold across processes. */
export interface RateLimits {
  /** @throws {AppError} RATE_LIMITED, with the time after which to try again. */
  take(name: LimitName, key: string): Promise<void>
  /**
   * Counts as `take` does, and refuses nothing.
   *
   * @returns How many there are beyond the limit; 0 within it.
   */
  count(name: FailureLimit | SilentLimit, key: string): Promise<number>
  /** Gives back what `take` or `count` took: it turned out not to be a failure. */
  giveBack(name: FailureLimit, key: string): Promise<void>
}

export function createRateLimits(db: Db): RateLimits {
  // The library wants a `pg` client; the pool behind Kysely is one, and prepares what it sends.
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      db.withoutPlugins().executeQuery(CompiledQuery.raw(text, values)),
  }
  const limiters = new Map(
    Object.entries(rules).map(([name, { points, seconds }]) => [
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
        // Who is over the limit costs no more queries until it is over. Not where points are given back: this process
        // would go on refusing.
        ...(isFailureLimit(name) ? {} : { inMemoryBlockOnConsumed: points + 1 }),
      }),
    ]),
  )
  const limiter = (name: LimitName) => limiters.get(name) as RateLimiterPostgres
  return {
    async take(name, key) {
      try {
        await limiter(name).consume(stored(name, key))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        // What was refused has not been tried: many who sign in at once must not use up the limit by being refused.
        if (isFailureLimit(name)) await limiter(name).reward(stored(name, key))
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        const { sentence = 'Too many attempts.' }: Rule = rules[name]
        throw new AppError('RATE_LIMITED', `${sentence} Try again in ${inWords(seconds)}.`, {
          retryAfterSeconds: seconds,
        })
      }
    },
    async count(name, key) {
      const { consumedPoints } = await limiter(name).penalty(stored(name, key))
      return Math.max(0, consumedPoints - rules[name].points)
    },
    async giveBack(name, key) {
      await limiter(name).reward(stored(name, key))
    },
  }
}

function isFailureLimit(name: string): name is FailureLimit {
  return name.endsWith('-sign-in')
}

function stored(name: LimitName, key: string): string {
  return name.startsWith('address-') ? networkOf(key) : key
}

/** For load tests: nothing is ever too often. */
export const unlimited: RateLimits = { take: async () => {}, count: async () => 0, giveBack: async () => {} }

/** Limits how many changes an account and an address make, whatever they are. Register it after the sessions. */
export function limitChanges(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const { userId } = request.session
    await limits.take('address-changes', request.ip)
    if (userId) await limits.take('account-changes', userId)
  })
}

/** By the database's clock: one process whose clock is ahead must not end the limits of all. */
export function deleteExpiredLimits(db: Db): Promise<unknown> {
  return sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(db)
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
