import type { UpdateVideoBody } from '../../../../contract/videos/publishing.ts'
import type { License } from '../../../../contract/videos/remixing.ts'
import type { Commenting, Tool, Video } from '../../../../contract/videos/videos.ts'
import { splitTags } from '../../../../contract/videos/tags.ts'
import type { UploadForm } from '../upload/form/upload-form.ts'

/** The details that an owner can edit. */
export type EditForm = Omit<UploadForm, 'toolUsed' | 'parents' | 'license'> & {
  toolUsed: Tool
  commenting: Commenting
  /**
   * Empty if no licence is stated; `undefined` if the current licence is not known yet and the owner has not chosen
   * one.
   */
  license: License | '' | undefined
}

export function editFormOf(video: Video): EditForm {
  const { title, caption, toolUsed, model, prompt, tags, commenting, showsReality, remixPolicy } = video
  return {
    title,
    caption: caption ?? '',
    toolUsed,
    model: model ?? '',
    prompt: prompt ?? '',
    tags: splitTags(tags),
    tagText: '',
    commenting,
    showsReality,
    remixPolicy,
    license: undefined,
  }
}

/**
 * Returns the fields that differ from the video. An emptied field is `null`; unchanged fields are omitted.
 *
 * @param license The current licence, or `undefined` until it is known.
 */
export function changedFields(video: Video, form: EditForm, license?: License | null): UpdateVideoBody {
  const tags = splitTags([...form.tags, form.tagText].join(',')).join(', ')
  const changes: UpdateVideoBody = {}
  if (form.title.trim() !== video.title) changes.title = form.title.trim()
  if (form.caption.trim() !== (video.caption ?? '')) changes.caption = form.caption.trim() || null
  if (form.toolUsed !== video.toolUsed) changes.toolUsed = form.toolUsed
  if (form.model.trim() !== (video.model ?? '')) changes.model = form.model.trim() || null
  if (form.prompt.trim() !== (video.prompt ?? '')) changes.prompt = form.prompt.trim() || null
  if (tags !== splitTags(video.tags).join(', ')) changes.tags = tags || null
  if (form.commenting !== video.commenting) changes.commenting = form.commenting
  if (form.showsReality !== video.showsReality) changes.showsReality = form.showsReality
  if (form.remixPolicy !== video.remixPolicy) changes.remixPolicy = form.remixPolicy
  const chosen = form.license === undefined ? license : form.license || null
  if (chosen !== license && chosen !== undefined) changes.license = chosen
  return changes
}
