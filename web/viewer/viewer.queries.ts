import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getOwnUser, logout } from '../../contract/account/sign-in.ts'
import type { OwnUser } from '../../contract/social/profiles.ts'
import { ApiError, call } from '../net/api.ts'
import { openOtherTabs } from '../page/other-tabs.ts'
import { showErrorToast, showToast } from '../page/toast.ts'
import { beginPersonalState, forgetPersonalState } from './personal-state.ts'
import { forgetViewer } from './viewer-cache.ts'

/** The signed-in user; `null` when signed out. */
export const ownUserQuery = queryOptions({
  queryKey: ['/api/user'],
  queryFn: ({ signal }): Promise<OwnUser | null> => call(getOwnUser, {}, { signal }).catch(nullWhenSignedOut),
})

function nullWhenSignedOut(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null
  throw error
}

/** `user` is `undefined` while it loads. A visitor whose session cannot be asked for is a visitor. */
export function useOwnUser(): { user: OwnUser | null | undefined } {
  const { data, isError } = useQuery(ownUserQuery)
  return { user: data === undefined && isError ? null : data }
}

export function useLogout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(logout),
    onSuccess: () => {
      replaceUser(client, null, { forget: client.getQueryData(ownUserQuery.queryKey)?.id })
      showToast('Goodbye!', 'You have been logged out successfully.')
    },
    onError: () => showErrorToast('Logout failed', 'Something went wrong'),
  })
}

interface UserChange {
  user: OwnUser | null
  /** Who signed out, and leaves nothing behind. Not whose session ended: they may sign in again and go on. */
  forget?: string | undefined
}

/** Says to every tab who is signed in now. */
export function replaceUser(
  client: QueryClient,
  user: OwnUser | null,
  { forget }: Pick<UserChange, 'forget'> = {},
): void {
  takeUser(client, { user, forget })
  otherTabs.tell({ user, forget })
}

/** What one tab knows of who is signed in, the others take over. */
const otherTabs = openOtherTabs<UserChange>('own-user')

export function followOtherTabs(client: QueryClient): void {
  otherTabs.hear((change) => takeUser(client, change))
}

/** Everything else in the cache was read with the eyes of another viewer, and is asked for again. */
function takeUser(client: QueryClient, { user, forget }: UserChange): void {
  const former = client.getQueryData(ownUserQuery.queryKey)
  if (user) beginPersonalState(user.id)
  if (forget !== undefined) forgetPersonalState(forget)
  client.setQueryData(ownUserQuery.queryKey, user)
  if (former && former.id !== user?.id) forgetViewer(client)
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ownUserQuery.queryKey[0] })
}
