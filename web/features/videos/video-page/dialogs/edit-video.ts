import type { UpdateVideoBody } from '../../../../../contract/videos/publishing.ts'
import type { License } from '../../../../../contract/videos/remixing.ts'
import { splitTags } from '../../../../../contract/videos/tags.ts'
import type { Commenting, Video } from '../../../../../contract/videos/videos.ts'
import { toDetails, type UploadForm } from '../../upload/form/upload-form.ts'
import { mapTexts } from '../../upload/form/video-fields.ts'

/** The details that an owner can edit. */
export interface EditForm extends Omit<UploadForm, 'parents' | 'license'> {
  commenting: Commenting
  /** Empty if no licence is stated. `undefined` if the current licence is unknown and the owner has not chosen one. */
  license: License | '' | undefined
}

export function editFormOf(video: Video): EditForm {
  const { toolUsed, tags, commenting, showsReality, remixPolicy, coverAt } = video
  return {
    ...mapTexts((name) => video[name] ?? ''),
    toolUsed,
    tags: splitTags(tags),
    tagText: '',
    commenting,
    showsReality,
    remixPolicy,
    coverAt,
    license: undefined,
  }
}

/**
 * Returns the fields that differ from the video. An emptied field is `null`; unchanged fields are omitted.
 *
 * @param license The current licence, or `undefined` until it is known.
 */
export function changedFields(video: Video, form: EditForm, license?: License | null): UpdateVideoBody {
  const bodyOf = (edited: EditForm) => ({
    ...toDetails({ ...edited, license: edited.license ?? license ?? '' }),
    commenting: edited.commenting,
  })
  const before = Object.entries(bodyOf(editFormOf(video)))
  const after: Record<string, unknown> = bodyOf(form)
  return Object.fromEntries(before.flatMap(([name, value]) => (after[name] === value ? [] : [[name, after[name]]])))
}
