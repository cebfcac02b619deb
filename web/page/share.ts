import { showErrorToast, showToast } from './toast.ts'

interface ShareRequest {
  url: string
  title: string
  text: string
  /** Title and description of the toast after copying. */
  copied: [title: string, description: string]
  /** Title of the toast that shows an address that could not be copied. */
  notCopied: string
}

/**
 * Opens the device's share sheet. Without one, copies the address. If that fails as well, shows the address in a toast.
 */
export async function shareLink({ url, title, text, copied, notCopied }: ShareRequest): Promise<void> {
  if (!(await shareOnDevice({ url, title, text }))) await copyLink(url, copied, notCopied)
}

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

/** Copies an address and says so in a toast. If that fails, the toast shows the address. */
export async function copyLink(url: string, copied: ShareRequest['copied'], notCopied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast(...copied)
  } catch {
    showToast(notCopied, url)
  }
}

type ToastWords = [title: string, description?: string]

/** Copies text and says in a toast whether that worked. @returns Whether it did. */
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
