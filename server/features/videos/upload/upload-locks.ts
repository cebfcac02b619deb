import type { IncomingMessage } from 'node:http'
import { endlessLease, type Lease, UploadLeases } from './upload-leases.ts'
import type { Deps } from '../../../setup/deps.ts'
import { MovingStorage } from '../../../storage/moving-storage.ts'
import { underWay } from './upload-refusals.ts'

/** Current work on an upload: receiving the body of a request, or a short operation without a body. */
interface Running {
  request: IncomingMessage | undefined
  done: Promise<unknown>
}

type Work<T> = (lease: Lease) => Promise<T>

/** Serialises the work on each upload, because two concurrent writers would corrupt its bytes. */
export class UploadLocks {
  readonly #running = new Map<string, Running>()
  /**
   * Leases, if other processes work on the uploads, too: on a site with several processes, and during `npm run
   * storage:move`.
   */
  readonly #leases: UploadLeases | undefined

  constructor(deps: Pick<Deps, 'db' | 'signals' | 'config' | 'storage'>) {
    const isShared = deps.config.isOneOfMany || deps.storage instanceof MovingStorage
    this.#leases = isShared ? new UploadLeases(deps) : undefined
  }

  /**
   * Receives the body of a request. Waits for an earlier request that was cut off to end.
   *
   * @throws {AppError} CONFLICT while another request is arriving.
   */
  async receive<T>(id: string, request: IncomingMessage, work: Work<T>): Promise<T> {
    for (let earlier = this.#running.get(id); earlier; earlier = this.#running.get(id)) {
      if (earlier.request && !earlier.request.destroyed) throw underWay()
      await earlier.done.catch(() => {})
    }
    return this.#take(id, request, work)
  }

  /**
   * Cuts off the request that is arriving, waits for its clean-up, and then runs `work`. A client that lost its network
   * reconnects long before the server notices that the old connection is dead.
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
    const held = this.#leases?.hold(id, { interrupts: request === undefined, onLost }, work) ?? work(endlessLease)
    const done = held.finally(() => this.#running.delete(id))
    this.#running.set(id, { request, done })
    return done
  }
}
