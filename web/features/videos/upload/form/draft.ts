import { readPersonal, storePersonal } from '../../../../viewer/personal-state.ts'
import { emptyForm, formFields, isEmpty, isSame, restoreForm, type UploadForm } from './upload-form.ts'

/**
 * Storage name of the drafts: the texts of unpublished clips, stored on this device per user. Files cannot be stored.
 */
const NAME = 'upload-draft'

/** Returns the stored drafts of a user. Invalid ones count as absent. */
export function readDrafts(userId: string): UploadForm[] {
  try {
    const stored: unknown = JSON.parse(readPersonal(NAME, userId) ?? '[]')
    // Older versions stored a single draft.
    const drafts = [stored].flat().filter((draft) => typeof draft === 'object' && draft !== null)
    return mergeForms(drafts.map(restoreForm))
  } catch {
    return []
  }
}

/**
 * Stores the texts of a user's unpublished clips. Drafts of other tabs stay.
 *
 * @param known The forms that this tab has last read or stored. `forms` replaces them.
 * @returns Whether it worked.
 */
export function saveDrafts(userId: string, forms: readonly UploadForm[], known: readonly UploadForm[]): boolean {
  const others = readDrafts(userId).filter((draft) => !known.some((form) => includesForm(form, draft)))
  const drafts = mergeForms([...forms, ...others])
  return storePersonal(NAME, userId, drafts.length === 0 ? null : JSON.stringify(drafts))
}

/** Whether a form contains every value that the other form contains. */
export function includesForm(form: UploadForm, other: UploadForm): boolean {
  return formFields.every((field) => [emptyForm, form].some((known) => isSame(known[field], other[field])))
}

/** Drops empty forms, and forms that are included in another one. */
function mergeForms(forms: readonly UploadForm[]): UploadForm[] {
  const isRepeated = (form: UploadForm, i: number) =>
    forms.some((other, j) => j !== i && includesForm(other, form) && (j < i || !includesForm(form, other)))
  return forms.filter((form, i) => !isEmpty(form) && !isRepeated(form, i))
}
