import { readPersonal, storePersonal } from '../../../viewer/personal-state.ts'
import type { UploadForm } from './upload-form.ts'
import { isEmpty, restoreForm } from './upload-form.ts'

/** The text of an unfinished upload, kept on this device for one person; files cannot be kept. */
const NAME = 'upload-draft'

export function readDraft(userId: string): UploadForm | undefined {
  try {
    const stored: unknown = JSON.parse(readPersonal(NAME, userId) ?? 'null')
    return typeof stored === 'object' && stored !== null ? restoreForm(stored) : undefined
  } catch {
    return undefined
  }
}

export function saveDraft(userId: string, form: UploadForm): void {
  try {
    storePersonal(NAME, userId, isEmpty(form) ? undefined : JSON.stringify(form))
  } catch {
    // Storage is blocked or full: the form itself is still there.
  }
}

export function clearDraft(userId: string): void {
  try {
    storePersonal(NAME, userId, undefined)
  } catch {
    // Storage is blocked: there is no draft either.
  }
}
