import { createStore } from '../page/store.ts'

/**
 * The ids of those who have uploads that the header tells of and that signing out would end: a session may end in the
 * middle of one, and somebody else's begin. Every page needs to know, and the code that uploads only those who do.
 */
export const uploadsUnderWay = createStore<ReadonlySet<string>>(new Set())

export function tellUploads(userId: string, isUnderWay: boolean): void {
  const before = uploadsUnderWay.get()
  if (before.has(userId) === isUnderWay) return
  uploadsUnderWay.set(isUnderWay ? before.union(new Set([userId])) : before.difference(new Set([userId])))
}
