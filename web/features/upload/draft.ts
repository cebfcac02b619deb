import type { UploadForm } from './upload-form.ts'
import { isEmpty, restoreForm } from './upload-form.ts'

/** The text of an unfinished upload, kept on this device for one person; files cannot be kept. */
const keyOf = (userId: string) => `upload-draft:${userId}`

export function readDraft(userId: string): UploadForm | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? restoreForm(stored) : undefined
  } catch {
    return undefined
  }
}

export function saveDraft(userId: string, form: UploadForm): void {
  try {
    if (isEmpty(form)) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), JSON.stringify(form))
  } catch {
    // Storage is blocked or full: the form itself is still there.
  }
}

export function clearDraft(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {
    // Storage is blocked: there is no draft either.
  }
}
