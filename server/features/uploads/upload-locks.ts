import type { IncomingMessage } from 'node:http'
import { underWay } from './upload-refusals.ts'

/** What an upload is doing: receiving the body of a request, or something short that has none. */
interface Running {
  request: IncomingMessage | undefined
  done: Promise<unknown>
}

/** Lets each upload do one thing at a time, in this process: two that write the same bytes would spoil them. */
export class UploadLocks {
  readonly #running = new Map<string, Running>()

  /** @throws {AppError} CONFLICT while another request is arriving. One that was cut off is waited for. */
  async receive<T>(id: string, request: IncomingMessage, work: () => Promise<T>): Promise<T> {
    for (let earlier = this.#running.get(id); earlier; earlier = this.#running.get(id)) {
      if (earlier.request && !earlier.request.destroyed) throw underWay()
      await earlier.done.catch(() => {})
    }
    return this.#take(id, request, work)
  }

  /**
   * Cuts off the request that is arriving, and works when it has been tidied up. A client that lost its network comes
   * back long before the server notices that the old connection is dead.
   */
  async interrupt<T>(id: string, work: () => Promise<T>): Promise<T> {
    for (let earlier = this.#running.get(id); earlier; earlier = this.#running.get(id)) {
      earlier.request?.destroy()
      await earlier.done.catch(() => {})
    }
    return this.#take(id, undefined, work)
  }

  #take<T>(id: string, request: IncomingMessage | undefined, work: () => Promise<T>): Promise<T> {
    const done = work().finally(() => this.#running.delete(id))
    this.#running.set(id, { request, done })
    return done
  }
}
