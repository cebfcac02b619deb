import type { QueryClient } from '@tanstack/react-query'
import { onRefused } from '../net/api.ts'
import { showErrorToast } from '../page/toast.ts'
import { ownUserQuery, replaceUser } from './viewer.queries.ts'

/**
 * Handles refused changes page-wide. A session can end or an account can be restricted without the page being notified.
 * It finds out when a change is refused, and then shows the reason.
 */
export function watchRefusals(client: QueryClient): void {
  onRefused(({ code, sentence }) => {
    // Visitors are refused as well, but were not signed out.
    if (!client.getQueryData(ownUserQuery.queryKey)) return
    // Runs after the caller's own error handling, because this toast is more specific and must replace the caller's.
    setTimeout(() => {
      if (code === 'LOGIN_REQUIRED') {
        replaceUser(client, null)
        showErrorToast('You have been signed out', 'Sign in again to continue where you left off.')
      }
      if (code === 'ACCOUNT_RESTRICTED' || code === 'ACCOUNT_WAITING' || code === 'ACCOUNT_LEAVING') {
        // The new decision may be unseen.
        void client.invalidateQueries(ownUserQuery)
        showErrorToast('You can’t do this right now', sentence)
      }
    })
  })
}
