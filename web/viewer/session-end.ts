import type { QueryClient } from '@tanstack/react-query'
import { onLoginRequired } from '../net/api.ts'
import { showErrorToast } from '../page/toast.ts'
import { ownUserQuery, replaceUser } from './viewer.queries.ts'

/**
 * A session may end elsewhere: on another device, or by its age. The page learns of it when a change is refused, and
 * then says so; the header, and every page for signed-in people, leads to signing in and back.
 */
export function watchSessionEnd(client: QueryClient): void {
  onLoginRequired(() => {
    // Visitors are refused as well, and have not been signed out by it.
    if (!client.getQueryData(ownUserQuery.queryKey)) return
    // After the failure has been dealt with: this says why it failed, and takes the place of the toast that says so.
    setTimeout(() => {
      replaceUser(client, null)
      showErrorToast('You have been signed out', 'Sign in again to continue where you left off.')
    })
  })
}
