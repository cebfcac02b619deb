import { type License, licenseIds, remixPolicies, type RemixPolicy } from '../../../../../contract/videos/remixing.ts'
import { VIDEO_MAX_BYTES } from '../../../../../contract/videos/uploads.ts'
import type { Tool } from '../../../../../contract/videos/videos.ts'
import { splitTags } from '../../../../../contract/videos/tags.ts'
import { toolLabels } from '../../../../../contract/videos/videos.ts'
import { type NamedParent, parentRefs, restoreParents } from '../../lineage/named-parents.ts'

/** The details that a creator enters about a clip. */
export interface UploadForm {
  title: string
  caption: string
  toolUsed: Tool | ''
  model: string
  prompt: string
  tags: string[]
  /** Text in the tags field that is not a tag yet. */
  tagText: string
  /** The parents of the clip. */
  parents: NamedParent[]
  remixPolicy: RemixPolicy
  /** Empty if no licence is stated. */
  license: License | ''
  /** Whether the clip shows real people, places or events. */
  showsReality: boolean
}

export const emptyForm: UploadForm = {
  title: '',
  caption: '',
  toolUsed: '',
  model: '',
  prompt: '',
  tags: [],
  tagText: '',
  parents: [],
  remixPolicy: 'everyone',
  license: '',
  showsReality: false,
}

/** The title and the description of a toast. */
export type Refusal = [title: string, description: string]

/** Returns the toast that refuses a file, or `undefined` if the file may be sent. */
export function refuseFile(file: File): Refusal | undefined {
  if (!isVideo(file)) return ['Invalid file type', 'Please select a video file.']
  if (file.size > VIDEO_MAX_BYTES) return ['File too large', 'Please select a video file smaller than 5GB.']
  return undefined
}

/**
 * Whether the file is a video. Some systems do not report the type of .mov or .mkv files to the browser; without a
 * type, the file name extension decides.
 */
function isVideo({ name, type }: File): boolean {
  return type === ''
    ? /\.(mp4|m4v|mov|webm|mkv|avi|ogv|mpe?g|m2?ts|wmv|flv|3gp)$/i.test(name)
    : type.startsWith('video/')
}

export function isEmpty(form: UploadForm): boolean {
  const { remixPolicy, ...written } = form
  return (
    remixPolicy === emptyForm.remixPolicy &&
    Object.values(written).every((value) => (typeof value === 'boolean' ? !value : value.length === 0))
  )
}

export function isComplete({ title, caption, toolUsed }: UploadForm): boolean {
  return title.trim() !== '' && caption.trim() !== '' && toolUsed !== ''
}

/** Returns the body of the new video, without its address. Leftover text in the tags field becomes tags. */
export function videoDetails(
  { title, caption, toolUsed, model, prompt, tags, tagText, parents, remixPolicy, license, showsReality }: UploadForm,
  aspectRatio: string,
) {
  return {
    title: title.trim(),
    caption: caption.trim(),
    toolUsed: toolUsed as Tool,
    model: model.trim() || null,
    prompt: prompt.trim() || null,
    aspectRatio,
    tags: splitTags([...tags, tagText].join(',')).join(', '),
    parents: parentRefs(parents),
    remixPolicy,
    license: license || null,
    showsReality,
  }
}

/** Restores a stored form in the current shape. */
export function restoreForm(stored: Partial<Record<keyof UploadForm, unknown>>): UploadForm {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const tool = text(stored.toolUsed)
  return {
    title: text(stored.title),
    caption: text(stored.caption),
    toolUsed: Object.hasOwn(toolLabels, tool) ? (tool as Tool) : '',
    model: text(stored.model),
    prompt: text(stored.prompt),
    tags: Array.isArray(stored.tags) ? splitTags(stored.tags.map(text).join(',')) : [],
    tagText: text(stored.tagText),
    parents: restoreParents(stored.parents),
    remixPolicy: remixPolicies.find((policy) => policy === stored.remixPolicy) ?? emptyForm.remixPolicy,
    license: licenseIds.find((id) => id === stored.license) ?? '',
    showsReality: stored.showsReality === true,
  }
}
