import { createStore } from '../page/store.ts'

/**
 * The ids of users with running or failed uploads. The header shows these uploads, and signing out would stop them.
 * There may be several users, because a session may end during an upload and another user may sign in. The module is
 * separate, so that pages need not load the upload code.
 */
export const uploadsUnderWay = createStore<ReadonlySet<string>>(new Set())

/** Announces whether a user has uploads. */
export function emitUploads(userId: string, isUnderWay: boolean): void {
  const before = uploadsUnderWay.get()
  if (before.has(userId) === isUnderWay) return
  uploadsUnderWay.set(isUnderWay ? before.union(new Set([userId])) : before.difference(new Set([userId])))
}
