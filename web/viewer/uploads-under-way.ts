import { createStore } from '../page/store.ts'

/**
 * The ids of users with uploads that the header shows and that signing out would stop. It holds several ids because a
 * session may end during an upload and another user may sign in. It is a separate module, so that pages need not load
 * the upload code.
 */
export const uploadsUnderWay = createStore<ReadonlySet<string>>(new Set())

export function emitUploads(userId: string, isUnderWay: boolean): void {
  const before = uploadsUnderWay.get()
  if (before.has(userId) === isUnderWay) return
  uploadsUnderWay.set(isUnderWay ? before.union(new Set([userId])) : before.difference(new Set([userId])))
}
