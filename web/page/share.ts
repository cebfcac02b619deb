import { showToast } from './toast.ts'

interface ShareRequest {
  url: string
  title: string
  text: string
  /** Title and description of the toast after copying. */
  copied: [title: string, description: string]
  /** Title of the toast that shows the address itself, when it could not be copied either. */
  notCopied: string
}

/** The device's share sheet if there is one (closing it does nothing), else the clipboard, else the address in words. */
export async function shareLink({ url, title, text, copied, notCopied }: ShareRequest): Promise<void> {
  if (navigator.canShare?.({ url, title, text })) {
    try {
      return await navigator.share({ url, title, text })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      // The sheet is there but refuses: fall through to copying.
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    showToast(...copied)
  } catch {
    showToast(notCopied, url)
  }
}
