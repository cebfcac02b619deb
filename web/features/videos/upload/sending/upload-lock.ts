import { objectIdOf } from '../../../../net/upload-address.ts'
import type { Ticket } from './remembered-uploads.ts'

/**
 * One tab at a time sends an upload: the server lets whoever asks last go on, so that two would cut off each other
 * forever. The browser takes the lock back from a tab that is closed or crashes. It has none to give without https;
 * there, two tabs do each other no harm but this one.
 */
const locks: LockManager | undefined = globalThis.navigator?.locks

const nameOf = ({ uploadURL }: Ticket) => `upload:${objectIdOf(uploadURL)}`

interface LockOptions {
  /** Ends the waiting, not the work. */
  signal: AbortSignal
  /** Another tab has the lock: this one works when that one is done or gone. */
  onWaiting: () => void
}

/**
 * Works on an upload while no other tab does.
 *
 * @param work Is told whether another tab had the lock before.
 * @throws What `work` throws, or the signal's reason.
 */
export async function withUploadLock<T>(
  ticket: Ticket,
  { signal, onWaiting }: LockOptions,
  work: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  if (!locks) return work(false)
  const atOnce = await tryUploadLock(ticket, () => work(false))
  if (atOnce) return atOnce.result
  onWaiting()
  return locks.request(nameOf(ticket), { signal }, () => work(true))
}

/** Works on an upload unless another tab does. @returns `undefined` in that case. */
export async function tryUploadLock<T>(ticket: Ticket, work: () => Promise<T>): Promise<{ result: T } | undefined> {
  if (!locks) return { result: await work() }
  return locks.request(nameOf(ticket), { ifAvailable: true }, async (lock) =>
    lock ? { result: await work() } : undefined,
  )
}

/** Those of `uploads` on which no tab works just now. */
export async function listUnlocked<U extends { ticket: Ticket }>(uploads: U[]): Promise<U[]> {
  const { held = [] } = (await locks?.query()) ?? {}
  const busy = new Set(held.map(({ name }) => name))
  return uploads.filter(({ ticket }) => !busy.has(nameOf(ticket)))
}
