import { showErrorToast, showToast } from './toast.ts'

/** Whether the device has a share sheet that accepts the data. */
export function canShareOnDevice(data: ShareData): boolean {
  return navigator.canShare?.(data) ?? false
}

/**
 * Opens the device's share sheet.
 *
 * @returns `false` if there is none, or if it refused the data. Closing it is not a refusal.
 */
export async function shareOnDevice(data: ShareData): Promise<boolean> {
  if (!canShareOnDevice(data)) return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

type ToastTexts = [title: string, description?: string]

/**
 * Copies text and shows in a toast whether that worked.
 *
 * @param showFailure Shows `notCopied`. Pass `showToast` if `notCopied` contains the text, so that the viewer can copy
 *   it.
 * @returns Whether the text was copied.
 */
export async function copyText(
  text: string,
  copied: ToastTexts,
  notCopied: ToastTexts,
  showFailure: (...texts: ToastTexts) => void = showErrorToast,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(...copied)
    return true
  } catch {
    showFailure(...notCopied)
    return false
  }
}
