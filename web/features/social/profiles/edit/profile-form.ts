import type { Profile, UpdateUserBody } from '../../../../../contract/social/profiles.ts'
import { ApiError } from '../../../../net/api.ts'
import { showErrorToast } from '../../../../page/toast.ts'

const fields = ['username', 'displayName', 'bio', 'location', 'website'] as const
export type ProfileField = (typeof fields)[number]

/** The editable fields of a profile as text. */
export type ProfileForm = Record<ProfileField, string>

export function formOf({ username, displayName, bio, location, website }: Profile): ProfileForm {
  return { username: username ?? '', displayName, bio, location: location ?? '', website: website ?? '' }
}

/** Returns only the changed fields. An emptied field is `null`. */
export function changedFields(parsed: UpdateUserBody, dirty: Partial<Record<ProfileField, boolean>>): UpdateUserBody {
  return Object.fromEntries(fields.filter((field) => dirty[field]).map((field) => [field, parsed[field]]))
}

/** Shows the first error as a toast as well, because its field may be out of view. */
export function toastFirstMistake(errors: Partial<Record<ProfileField, { message?: string | undefined }>>): void {
  const mistake = fields.map((field) => errors[field]?.message).find((message) => message !== undefined)
  if (mistake) showErrorToast('Validation error', mistake)
}

/** Returns the server's errors by field. */
export function refusedFields(error: Error): [ProfileField, string][] {
  if (!(error instanceof ApiError)) return []
  if (error.code === 'USERNAME_TAKEN') return [['username', error.sentence ?? 'Username is already taken']]
  return error.issues.flatMap(({ path, message }): [ProfileField, string][] => (isField(path) ? [[path, message]] : []))
}

function isField(path: string): path is ProfileField {
  return (fields as readonly string[]).includes(path)
}
