import { ApiError } from '../../../net/api.ts'
import { showErrorToast } from '../../../page/toast.ts'

/** Shows why a call failed, unless the user cancelled the identity confirmation. */
export function showRefusal(error: Error, title: string): void {
  if (!(error instanceof ApiError))
    showErrorToast(title, 'The site didn’t answer. Check your connection and try again.')
  else if (error.code !== 'CONFIRM_REQUIRED') {
    showErrorToast(title, (error.isRefusal && error.sentence) || 'Something went wrong. Please try again.')
  }
}
