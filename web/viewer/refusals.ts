import type { QueryClient } from '@tanstack/react-query'
import { setRefusalHandler } from '../net/api.ts'
import { showErrorToast } from '../page/toast.ts'
import { cachedUser, ownUserQuery, replaceUser, toastSessionEnded } from './viewer.queries.ts'

/**
 * Reports page-wide that the session has ended or that the account is restricted. The page learns this only when the
 * server refuses a call.
 */
export function handleRefusals(client: QueryClient): void {
  const isSignedIn = () => Boolean(cachedUser(client))
  setRefusalHandler(({ code, sentence }, refused) => {
    // A visitor's call is refused as well, but a visitor was not signed out.
    if (!isSignedIn()) return
    if (refused === 'read') {
      // The read may be older than the sign-in, and several may be refused at once. So the page asks for its user once.
      const ask = () => isSignedIn() && void client.invalidateQueries(ownUserQuery, { cancelRefetch: false })
      if (code === 'LOGIN_REQUIRED') setTimeout(ask)
      return
    }
    // Runs after the caller's own error handling, because this toast is more specific and must replace the caller's.
    setTimeout(() => {
      if (code === 'LOGIN_REQUIRED') {
        replaceUser(client, null)
        toastSessionEnded()
      }
      if (code === 'ACCOUNT_RESTRICTED' || code === 'ACCOUNT_WAITING' || code === 'ACCOUNT_LEAVING') {
        // Shows the banner of the decision, if the user has not seen it.
        void client.invalidateQueries(ownUserQuery)
        showErrorToast('You can’t do this right now', sentence)
      }
    })
  })
}
