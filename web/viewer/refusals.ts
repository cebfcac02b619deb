import type { QueryClient } from '@tanstack/react-query'
import { onRefused } from '../net/api.ts'
import { showErrorToast } from '../page/toast.ts'
import { ownUserQuery, replaceUser } from './viewer.queries.ts'

/**
 * What an account may do can change elsewhere: its session ends, on another device or by its age, or the moderators
 * restrict it. The page learns of it when a change is refused, and then says so, whatever was tried.
 */
export function watchRefusals(client: QueryClient): void {
  onRefused(({ code, sentence }) => {
    // Visitors are refused as well, and have not been signed out by it.
    if (!client.getQueryData(ownUserQuery.queryKey)) return
    // After the failure has been dealt with: this says why it failed, and takes the place of the toast that says so.
    setTimeout(() => {
      if (code === 'LOGIN_REQUIRED') {
        replaceUser(client, null)
        showErrorToast('You have been signed out', 'Sign in again to continue where you left off.')
      }
      if (code === 'ACCOUNT_RESTRICTED' || code === 'ACCOUNT_WAITING' || code === 'ACCOUNT_LEAVING') {
        // What was decided may be news.
        void client.invalidateQueries({ queryKey: ownUserQuery.queryKey })
        showErrorToast('You can’t do this now', sentence)
      }
    })
  })
}
