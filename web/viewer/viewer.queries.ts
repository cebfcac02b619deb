import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { getOwnUser, logout } from '../../contract/account/session.ts'
import type { OwnUser } from '../../contract/account/users.ts'
import { ApiError } from '../net/api-error.ts'
import { call } from '../net/api.ts'
import { endpointQuery } from '../net/endpoint-query.ts'
import { openTabChannel } from '../page/tab-channel.ts'
import { showErrorToast, showToast } from '../page/toast.ts'
import { useAction } from '../page/use-action.ts'
import { allowPersonalState, deletePersonalState } from './personal-state.ts'
import { removeViewerData } from './viewer-cache.ts'

/** The signed-in user, `null` when signed out. */
export const ownUserQuery = endpointQuery(getOwnUser, {}, { read: readOwnUser })

/** Returns the viewer as last loaded: `null` for a visitor, `undefined` before the first load. */
export const cachedUser = (client: QueryClient) => client.getQueryData(ownUserQuery.queryKey)

/** Reads the reply. A refetch may find that the session has ended, or that another user has signed in. */
async function readOwnUser(reply: Promise<OwnUser>, client: QueryClient): Promise<OwnUser | null> {
  const former = cachedUser(client)
  const user = await reply.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })
  // A sign-in or a sign-out since the request, here or in another tab, is newer than the reply.
  const cached = cachedUser(client)
  if (cached !== undefined && cached !== former) return cached
  if (former && former.id !== user?.id) replaceUser(client, user)
  if (former && user === null) toastSessionEnded()
  return user
}

/**
 * Returns the viewer: `null` for a visitor, `undefined` while they load. If the session cannot be loaded, the viewer
 * counts as a visitor.
 */
export function useOwnUser(): OwnUser | null | undefined {
  const { data, isError } = useQuery(ownUserQuery)
  return data === undefined && isError ? null : data
}

export function useLogout() {
  const client = useQueryClient()
  return useAction({
    mutationFn: () => call(logout),
    onSuccess: () => {
      replaceUser(client, null, { signedOutId: cachedUser(client)?.id })
      showToast('Goodbye!', 'You have been logged out successfully.')
    },
    onError: () => showErrorToast('Logout failed', 'Something went wrong'),
  })
}

interface UserChange {
  user: OwnUser | null
  /**
   * Id of the user who signed out. Their state is deleted. Not set if the session expired, because the user may sign in
   * again and continue.
   */
  signedOutId?: string | undefined
}

/** Announces the signed-in user to all tabs. */
export function replaceUser(
  client: QueryClient,
  user: OwnUser | null,
  { signedOutId }: Pick<UserChange, 'signedOutId'> = {},
): void {
  applyUserChange(client, { user, signedOutId })
  otherTabs.emit({ user, signedOutId })
}

/** Synchronises the signed-in user between tabs. */
const otherTabs = openTabChannel<UserChange>('own-user')

/**
 * Applies sign-ins and sign-outs of other tabs to this one. A toast says why forms of the user have left the page.
 *
 * @returns A function that ends this.
 */
export function followUserInOtherTabs(client: QueryClient): () => void {
  return otherTabs.subscribe((change) => {
    const former = cachedUser(client)
    applyUserChange(client, change)
    if (!former || change.user) return
    if (change.signedOutId === former.id) showToast(SIGNED_OUT, 'You signed out in another tab.')
    else toastSessionEnded()
  })
}

const SIGNED_OUT = 'You have been signed out'

/** Says that the session has ended. What the user has typed is kept. */
export function toastSessionEnded(): void {
  showErrorToast(SIGNED_OUT, 'Sign in again to continue where you left off.')
}

/** Stores the signed-in user, and refetches all other data, which was loaded for the previous viewer. */
function applyUserChange(client: QueryClient, { user, signedOutId }: UserChange): void {
  const former = cachedUser(client)
  if (user) allowPersonalState(user.id)
  if (signedOutId !== undefined) deletePersonalState(signedOutId)
  client.setQueryData(ownUserQuery.queryKey, user)
  if (former && former.id !== user?.id) removeViewerData(client)
  const own = client.getQueryCache().find(ownUserQuery)
  void client.invalidateQueries({ predicate: (query) => query !== own })
}
