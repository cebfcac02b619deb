import { onConfirmRequired } from '../../net/api.ts'
import { lazyCode } from '../../net/lazy-code.ts'

const dialog = lazyCode(() => import('./password-dialog.tsx'))

/** Some calls want to know once more who is calling: a dialog asks for the password, and its code comes when one does. */
export function askForPasswordAgain(): void {
  onConfirmRequired(async () => (await dialog.fetch()).askForPassword())
}
