import { showErrorToast } from '../page/toast.ts'
import { ApiError, codeOf, failureMessage } from './api-error.ts'

/**
 * Shows why the server forbids an action, for example because the account is restricted or has reached a limit, or
 * because the clip no longer exists. Another attempt would not help now.
 *
 * @param statuses The statuses of such refusals.
 * @returns Whether `error` is such a refusal. If not, nothing is shown.
 */
export function toastForbidden(error: unknown, statuses = [403, 404, 429]): boolean {
  if (!(error instanceof ApiError) || !statuses.includes(error.status) || error.sentence === undefined) return false
  showErrorToast(error.sentence)
  return true
}

/**
 * Returns a handler that shows in a toast why an action of the user failed. It shows nothing if the user cancelled the
 * identity confirmation. This is the usual report of a failed action. If `useAction`, `useZodForm` or
 * `toggleOptimistically` calls the handler, the next attempt dismisses the toast. The other reports are:
 *
 * - `QueryContent`, and `PagedList` for lists, show a button to retry instead of content that did not load.
 * - `useZodForm` shows what concerns one field under that field. Its `onError` reports the rest.
 * - `Problem` shows a sentence next to the control that it concerns, for as long as it applies: on pages that links in
 *   e-mails open, and for one clip of several.
 * - The specification prescribes the sentences for likes, follows, profiles, reports, signing out, and editing and
 *   deleting a clip. A failed like on the feed or of a comment is only logged. `toastForbidden` comes first for likes,
 *   follows, reports and edited clips.
 *
 * @param title Names the failed action.
 * @param fallback The reason if the server states none, or does not answer.
 */
export function toastFailure(title: string, fallback?: string): (error: Error) => void {
  return (error) => {
    if (codeOf(error) === 'CONFIRM_REQUIRED') return
    showErrorToast(title, failureMessage(error, fallback))
  }
}
