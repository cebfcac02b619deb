import { readPersonal, storePersonal } from '../../../../viewer/personal-state.ts'
import { emptyForm, formFields, isEmpty, isSame, restoreForm, type UploadForm } from './upload-form.ts'

/** Storage name of the forms of unpublished clips, which are stored on this device per user. Files cannot be stored. */
const NAME = 'upload-draft'

/** Returns the stored forms of a user. Invalid ones count as absent. */
export function readStoredForms(userId: string): UploadForm[] {
  try {
    const stored: unknown = JSON.parse(readPersonal(NAME, userId) ?? '[]')
    // Older versions stored a single form.
    const forms = [stored].flat().filter((form) => typeof form === 'object' && form !== null)
    return mergeForms(forms.map(restoreForm))
  } catch {
    return []
  }
}

/**
 * Stores the forms of a user's unpublished clips. Those of other tabs stay.
 *
 * @param known The forms that this tab has last read or stored. `forms` replaces them.
 * @returns Whether it worked.
 */
export function storeForms(userId: string, forms: readonly UploadForm[], known: readonly UploadForm[]): boolean {
  const others = readStoredForms(userId).filter((other) => !known.some((form) => includesForm(form, other)))
  const merged = mergeForms([...forms, ...others])
  return storePersonal(NAME, userId, merged.length === 0 ? null : JSON.stringify(merged))
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
