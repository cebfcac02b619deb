import { objectIdOf } from '../../../../net/upload-address.ts'
import { UPLOAD_LOCK } from '../../../../viewer/uploads-under-way.ts'
import type { Ticket } from './remembered-uploads.ts'

/**
 * Locks that let only one tab send an upload. The server accepts the latest sender, so two tabs would interrupt each
 * other forever. The browser releases the lock of a tab that is closed or crashes. Plain http has no locks, except on
 * localhost. The interruptions then do no other harm.
 */
const locks: LockManager | undefined = globalThis.navigator?.locks

const nameOf = ({ uploadURL }: Ticket) => UPLOAD_LOCK + objectIdOf(uploadURL)

interface LockOptions {
  /** Aborts the wait, not the work. */
  signal: AbortSignal
  /** Called when another tab has the lock. The work runs when that tab has finished or is closed. */
  onWaiting: () => void
}

/**
 * Runs `work` on an upload once no other tab is working on it.
 *
 * @param work Receives whether another tab had the lock before.
 * @throws The error of `work`, or the signal's reason.
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

/**
 * Runs `work` on an upload unless another tab is working on it.
 *
 * @returns `undefined` if another tab has the lock.
 */
export async function tryUploadLock<T>(ticket: Ticket, work: () => Promise<T>): Promise<{ result: T } | undefined> {
  if (!locks) return { result: await work() }
  return locks.request(nameOf(ticket), { ifAvailable: true }, async (lock) =>
    lock ? { result: await work() } : undefined,
  )
}

/** Lists those of `uploads` that no tab is working on at the moment. */
export async function listUnlocked<U extends { ticket: Ticket }>(uploads: U[]): Promise<U[]> {
  const { held = [] } = (await locks?.query()) ?? {}
  const busy = new Set(held.map(({ name }) => name))
  return uploads.filter(({ ticket }) => !busy.has(nameOf(ticket)))
}
