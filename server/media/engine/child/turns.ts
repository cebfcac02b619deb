import { randomUUID } from 'node:crypto'
import { FairSemaphore } from '../../../concurrency/fair-semaphore.ts'

/** A person has too many requests waiting for media children. */
export class TooManyWaitingError extends Error {}

/**
 * Places for the media children of requests. Only two run at once in this process: more would only slow each other
 * down.
 */
const places = new FairSemaphore(2, () => new TooManyWaitingError())

/** The permission to run media children, one after another. Each media child needs one. */
export interface Turn {
  /** @throws {Error} If this turn is already running a child, or has ended. */
  run<T>(child: () => Promise<T>): Promise<T>
}

/**
 * Waits for one of the slots that all requests share, and lends the slot to `work`. Each person holds at most one slot,
 * and waiting people are served round-robin. All children of a request share its slot. Once a request holds its slot,
 * starting another child never fails with `TooManyWaitingError`.
 *
 * @param person The person for whom the request acts. By default the work counts as that of a separate person.
 * @throws {TooManyWaitingError} If this person has too many requests waiting already.
 */
export function inTurn<T>(work: (turn: Turn) => Promise<T>, person: string = randomUUID()): Promise<T> {
  return places.run(person, async () => {
    const state = { isBusy: false, isOver: false }
    const turn: Turn = {
      async run(child) {
        if (state.isBusy || state.isOver) {
          throw new Error('A turn runs one media child at a time, and none once it is over')
        }
        state.isBusy = true
        return child().finally(() => (state.isBusy = false))
      },
    }
    return work(turn).finally(() => (state.isOver = true))
  })
}

/** A turn for background jobs. It needs no place, because each job queue already runs one job at a time. */
export const jobTurn: Turn = { run: (child) => child() }
