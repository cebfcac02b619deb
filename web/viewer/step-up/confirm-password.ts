import { onConfirmRequired } from '../../net/api.ts'
import { lazyCode } from '../../net/lazy-code.ts'

const dialog = lazyCode(() => import('./password-dialog.tsx'))

/** Registers the dialog that confirms the identity for calls that require it. Its code loads on demand. */
export function promptForPasswordAgain(): void {
  onConfirmRequired(async () => (await dialog.fetch()).promptForPassword())
}
