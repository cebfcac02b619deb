import { readPersonal, storePersonal } from '../../../../viewer/personal-state.ts'
import type { UploadForm } from './upload-form.ts'
import { isEmpty, restoreForm } from './upload-form.ts'

/** The words of clips that are not published, kept on this device for one person; files cannot be kept. */
const NAME = 'upload-draft'

export function readDrafts(userId: string): UploadForm[] {
  try {
    const stored: unknown = JSON.parse(readPersonal(NAME, userId) ?? '[]')
    // It was a single one once.
    const drafts = [stored].flat().filter((draft) => typeof draft === 'object' && draft !== null)
    return drafts.map(restoreForm).filter((draft) => !isEmpty(draft))
  } catch {
    return []
  }
}

export function saveDrafts(userId: string, forms: readonly UploadForm[]): void {
  const drafts = forms.filter((form) => !isEmpty(form))
  try {
    storePersonal(NAME, userId, drafts.length === 0 ? undefined : JSON.stringify(drafts))
  } catch {
    // Storage is blocked or full: the forms themselves are still there.
  }
}
