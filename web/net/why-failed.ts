import { showErrorToast } from '../page/toast.ts'
import { ApiError } from './api.ts'

/** Returns the server's own message about a failed call, if it sent one. */
export function sentenceOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.sentence : undefined
}

/** Returns a message about a failed call for the user: the server's own if there is one. */
export function whyFailed(error: Error): string {
  if (!(error instanceof ApiError)) return 'The site didn’t answer. Check your connection and try again.'
  return error.sentence ?? 'Something went wrong. Please try again.'
}

/**
 * Shows why the server forbids an action. The account is blocked or restricted, and another attempt would not help.
 *
 * @returns Whether `error` is such a refusal. If not, nothing is shown.
 */
export function toastForbidden(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403 || error.sentence === undefined) return false
  showErrorToast(error.sentence)
  return true
}
