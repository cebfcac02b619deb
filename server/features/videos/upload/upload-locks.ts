import type { IncomingMessage } from 'node:http'
import { endlessTurn, type Turn, UploadLeases } from './upload-leases.ts'
import type { Deps } from '../../../setup/deps.ts'
import { MovingStorage } from '../../../storage/moving-storage.ts'
import { underWay } from './upload-refusals.ts'

/** What an upload is doing: receiving the body of a request, or something short that has none. */
interface Running {
  request: IncomingMessage | undefined
  done: Promise<unknown>
}

type Work<T> = (turn: Turn) => Promise<T>

/** Lets each upload do one thing at a time: two that write the same bytes would spoil them. */
export class UploadLocks {
  readonly #running = new Map<string, Running>()
  /** Where other processes work on the uploads, too: those of a site of several, and `npm run storage:move`. */
  readonly #leases: UploadLeases | undefined

  constructor(deps: Pick<Deps, 'db' | 'signals' | 'config' | 'storage'>) {
    const isShared = deps.config.isOneOfMany || deps.storage instanceof MovingStorage
    this.#leases = isShared ? new UploadLeases(deps) : undefined
  }

  /** @throws {AppError} CONFLICT while another request is arriving. One that was cut off is waited for. */
  async receive<T>(id: string, request: IncomingMessage, work: Work<T>): Promise<T> {
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
  async interrupt<T>(id: string, work: Work<T>): Promise<T> {
    for (let earlier = this.#running.get(id); earlier; earlier = this.#running.get(id)) {
      earlier.request?.destroy()
      await earlier.done.catch(() => {})
    }
    return this.#take(id, undefined, work)
  }

  #take<T>(id: string, request: IncomingMessage | undefined, work: Work<T>): Promise<T> {
    const onLost = () => void request?.destroy()
    const held = this.#leases?.hold(id, { interrupts: request === undefined, onLost }, work) ?? work(endlessTurn)
    const done = held.finally(() => this.#running.delete(id))
    this.#running.set(id, { request, done })
    return done
  }
}
