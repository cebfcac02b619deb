import type { UpdateVideoBody } from '../../../../../contract/videos/publishing.ts'
import type { License } from '../../../../../contract/videos/remixing.ts'
import { splitTags } from '../../../../../contract/videos/tags.ts'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { toDetails, type UploadForm } from '../../upload/form/upload-form.ts'
import { readValues, type SimpleValues, videoFields } from '../../upload/form/video-fields.ts'

export interface EditForm extends Omit<UploadForm, 'parents' | 'license'>, Omit<SimpleValues, 'license'> {
  /** Empty if no licence is stated. `undefined` if the current licence is unknown and the owner has not chosen one. */
  license: License | '' | undefined
}

export function editFormOf(video: Video): EditForm {
  const { tags, coverAt } = video
  return { ...readValues(videoFields, video), tags: splitTags(tags), tagText: '', coverAt, license: undefined }
}

/**
 * Returns the fields that differ from the video. An emptied field is `null`; unchanged fields are omitted.
 *
 * @param license The current licence, or `undefined` until it is known.
 */
export function changedFields(video: Video, form: EditForm, license?: License | null): UpdateVideoBody {
  const bodyOf = (edited: EditForm) => toDetails({ ...edited, license: edited.license ?? license ?? '' })
  const before = Object.entries(bodyOf(editFormOf(video)))
  const after: Record<string, unknown> = bodyOf(form)
  return Object.fromEntries(before.flatMap(([name, value]) => (after[name] === value ? [] : [[name, after[name]]])))
}
