import { showErrorToast } from '../page/toast.ts'
import { ApiError } from './api.ts'

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
