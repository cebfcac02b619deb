import { createStore } from '../page/store.ts'

/**
 * The ids of users with running or failed uploads. The header shows these uploads, and signing out would stop them.
 * There may be several users, because a session may end during an upload and another user may sign in. The module is
 * separate, so that pages need not load the upload code.
 */
export const uploadsUnderWay = createStore<ReadonlySet<string>>(new Set())

/** Beginning of the name of the lock that a tab holds while it sends an upload. */
export const UPLOAD_LOCK = 'upload:'

/** Whether any tab is sending an upload, which signing out would stop. Plain http has no locks and counts as no. */
export async function isAnyTabUploading(): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks
  const { held = [] } = (await locks?.query()) ?? {}
  return held.some(({ name }) => name?.startsWith(UPLOAD_LOCK))
}

/** Sets whether a user has running or failed uploads. */
export function setUploadsUnderWay(userId: string, isUnderWay: boolean): void {
  const user = new Set([userId])
  uploadsUnderWay.update((users) => {
    if (users.has(userId) === isUnderWay) return users
    return isUnderWay ? users.union(user) : users.difference(user)
  })
}
