import { showErrorToast } from '../page/toast.ts'
import { ApiError } from './api.ts'

/**
 * Says why the server does not let somebody do what they tried: they are blocked or restricted, and trying again would
 * not help.
 *
 * @returns Whether that is what `error` says. If not, nothing was shown.
 */
export function sayForbidden(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403 || error.sentence === undefined) return false
  showErrorToast(error.sentence)
  return true
}
