import { availableParallelism } from 'node:os'
import { Semaphore } from '../../concurrency/semaphore.ts'
import type { Db } from '../../db/connect.ts'
import { ifCancelled, withTimeLimit } from '../../db/time-limit.ts'
import type { ReadShared } from '../../db/replicas/replicas.ts'
import { AppError } from '../../errors/app-error.ts'
import type { RateLimits } from './rate-limits.ts'

/** Searches that run at once in this process. Other requests need the processors, too. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))
const WAITING_MAX = 30

/**
 * The limits of every public search. A search costs far more than a page of a list. It therefore counts against the
 * caller's address and waits for its turn. Each of its statements is cancelled after 400 ms.
 */
export class SearchGuard {
  readonly #limits: RateLimits
  readonly #readShared: ReadShared
  readonly #turns = new Semaphore(AT_ONCE, {
    waitingMax: WAITING_MAX,
    refusal: () => unavailable('Too many people are searching right now. Please try again in a moment.'),
  })

  constructor({ limits, readShared }: { limits: RateLimits; readShared: ReadShared }) {
    this.#limits = limits
    this.#readShared = readShared
  }

  /**
   * Counts a search against the address of its caller, even if its answer is cached.
   *
   * @throws {AppError} RATE_LIMITED.
   */
  count(limit: 'address-searches' | 'address-suggestions', address: string): Promise<void> {
    return this.#limits.take(limit, address)
  }

  /**
   * Runs a search in a transaction when it is its turn.
   *
   * @throws {AppError} UNAVAILABLE if too many searches wait, or a cancelled statement left `find` without results.
   */
  run<T>(find: (tx: Db) => Promise<T>): Promise<T> {
    const found = this.#turns.run(() => this.#readShared((db) => withTimeLimit(db, find)))
    return found.catch(
      ifCancelled(() => {
        throw unavailable('This search took too long. Please use a longer search.')
      }),
    )
  }
}

function unavailable(sentence: string): AppError {
  return new AppError('UNAVAILABLE', sentence, { retryAfterSeconds: 1 })
}
