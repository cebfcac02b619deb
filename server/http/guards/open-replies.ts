import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors/app-error.ts'
import { networkOf } from './network.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Limits the unfinished replies per network: a client that requests many and reads none would hold memory and files.
 *
 * @param max Unfinished replies per network.
 * @returns A function that counts a reply until it has been sent or its connection is gone. It returns whether the
 *   client is still connected, and throws RATE_LIMITED beyond the limit.
 */
export function limitOpenReplies(max: number) {
  const counts = new Map<string, number>()
  return (request: Pick<FastifyRequest, 'ip' | 'raw'>, { raw }: FastifyReply): boolean => {
    if (raw.destroyed || request.raw.socket.destroyed) return false
    const network = networkOf(request.ip)
    const open = counts.get(network) ?? 0
    if (open >= max) {
      throw new AppError('RATE_LIMITED', 'Your network has too many downloads in progress. Please try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
    counts.set(network, open + 1)
    raw.once('close', () => {
      const left = (counts.get(network) ?? 0) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    return true
  }
}
