import { showErrorToast, showToast } from './toast.ts'

interface ShareRequest {
  url: string
  title: string
  text: string
  /** Title and description of the toast after copying. */
  copied: [title: string, description: string]
  /** Title of the toast that shows the address if it could not be copied. */
  notCopied: string
}

/**
 * Opens the device's share sheet. Without one, copies the address. If that fails as well, shows the address in a toast.
 */
export async function shareLink({ url, title, text, copied, notCopied }: ShareRequest): Promise<void> {
  if (navigator.canShare?.({ url, title, text })) {
    try {
      return await navigator.share({ url, title, text })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      // The share sheet refused the data, so the address is copied instead.
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    showToast(...copied)
  } catch {
    showToast(notCopied, url)
  }
}

type ToastWords = [title: string, description?: string]

/** Copies a text and says in a toast whether that worked. @returns Whether it did. */
export async function copyText(text: string, copied: ToastWords, notCopied: ToastWords): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(...copied)
    return true
  } catch {
    showErrorToast(...notCopied)
    return false
  }
}
