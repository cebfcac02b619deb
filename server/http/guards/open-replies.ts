import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors/app-error.ts'
import { networkOf } from './network.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Limits the unfinished replies per address: a client that requests many and reads none would hold memory, files and
 * connections.
 */
export class OpenReplies {
  readonly #max: number
  readonly #open = new Map<string, number>()

  /** @param max Unfinished replies per address. */
  constructor(max: number) {
    this.#max = max
  }

  /**
   * Counts this reply until it has been sent or its connection is gone.
   *
   * @returns Whether the client is still there; it may have left while the answer was looked up.
   * @throws {AppError} RATE_LIMITED if there are too many.
   */
  add(request: Pick<FastifyRequest, 'ip' | 'raw'>, { raw }: FastifyReply): boolean {
    if (raw.destroyed || request.raw.socket.destroyed) return false
    const network = networkOf(request.ip)
    const open = this.#open.get(network) ?? 0
    if (open >= this.#max) {
      throw new AppError('RATE_LIMITED', 'Your network has too many downloads in progress. Please try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
    this.#open.set(network, open + 1)
    raw.once('close', () => {
      const left = (this.#open.get(network) ?? 0) - 1
      if (left > 0) this.#open.set(network, left)
      else this.#open.delete(network)
    })
    return true
  }
}
