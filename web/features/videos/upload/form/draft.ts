import { readPersonal, storePersonal } from '../../../../viewer/personal-state.ts'
import type { UploadForm } from './upload-form.ts'
import { emptyForm, isEmpty, restoreForm } from './upload-form.ts'

/** The words of clips that are not published, kept on this device for one person; files cannot be kept. */
const NAME = 'upload-draft'

export function readDrafts(userId: string): UploadForm[] {
  try {
    const stored: unknown = JSON.parse(readPersonal(NAME, userId) ?? '[]')
    // It was a single one once.
    const drafts = [stored].flat().filter((draft) => typeof draft === 'object' && draft !== null)
    return mergeForms(drafts.map(restoreForm))
  } catch {
    return []
  }
}

export function saveDrafts(userId: string, forms: readonly UploadForm[]): void {
  const drafts = mergeForms(forms)
  try {
    storePersonal(NAME, userId, drafts.length === 0 ? undefined : JSON.stringify(drafts))
  } catch {
    // Storage is blocked or full: the forms themselves are still there.
  }
}

/** Whether a form has everything that is filled in another one. */
export function includesForm(form: UploadForm, other: UploadForm): boolean {
  const fields = Object.keys(emptyForm) as (keyof UploadForm)[]
  return fields.every((field) => [emptyForm, form].some((known) => asText(known[field]) === asText(other[field])))
}

const asText = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value))

/** Drops empty forms, and those that another one includes. */
function mergeForms(forms: readonly UploadForm[]): UploadForm[] {
  const isRepeated = (form: UploadForm, i: number) =>
    forms.some((other, j) => j !== i && includesForm(other, form) && (j < i || !includesForm(form, other)))
  return forms.filter((form, i) => !isEmpty(form) && !isRepeated(form, i))
}
