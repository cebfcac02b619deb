import { type License, licenseIds, remixPolicies, type RemixPolicy } from '../../../../../contract/videos/remixing.ts'
import { VIDEO_MAX_BYTES } from '../../../../../contract/videos/uploads.ts'
import { type Tool, toolLabels } from '../../../../../contract/videos/videos.ts'
import { splitTags } from '../../../../../contract/videos/tags.ts'
import { type NamedParent, parentRefs, restoreParents } from '../../lineage/named-parents.ts'
import { mapTexts, type TextField } from './video-fields.ts'

/** The details that a creator enters about a clip. */
export interface UploadForm extends Record<TextField['name'], string> {
  toolUsed: Tool | ''
  tags: string[]
  /** Text in the tags field that is not a tag yet. */
  tagText: string
  parents: NamedParent[]
  remixPolicy: RemixPolicy
  /** Empty if no licence is stated. */
  license: License | ''
  /** Whether the clip shows real people, places or events. */
  showsReality: boolean
  /** The moment of the cover's frame in the file, in seconds; `null` if the server chooses one. */
  coverAt: number | null
}

export const emptyForm: UploadForm = {
  ...mapTexts(() => ''),
  toolUsed: '',
  tags: [],
  tagText: '',
  parents: [],
  remixPolicy: 'everyone',
  license: '',
  showsReality: false,
  coverAt: null,
}

export const formFields = Object.keys(emptyForm) as (keyof UploadForm)[]

/** Whether two values of a field are the same. Spaces around a text do not count. */
export function isSame(a: unknown, b: unknown): boolean {
  const asText = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value))
  return asText(a) === asText(b)
}

/** The title and the description of a toast. */
export type Refusal = [title: string, description: string]

/** Returns the toast that refuses a file, or `undefined` if the file may be sent. */
export function findFileRefusal(file: File): Refusal | undefined {
  if (!isVideo(file)) return ['Invalid file type', 'Please select a video file.']
  if (file.size > VIDEO_MAX_BYTES) return ['File too large', 'Please select a video file smaller than 5GB.']
  return undefined
}

/**
 * Whether the file is a video. Some systems do not report the type of .mov or .mkv files. Without a type, the file name
 * extension decides.
 */
function isVideo({ name, type }: File): boolean {
  return type === ''
    ? /\.(mp4|m4v|mov|webm|mkv|avi|ogv|mpe?g|m2?ts|wmv|flv|3gp)$/i.test(name)
    : type.startsWith('video/')
}

/** Whether the creator has neither typed nor chosen anything. */
export function isEmpty(form: UploadForm): boolean {
  const { remixPolicy, ...written } = form
  return (
    remixPolicy === emptyForm.remixPolicy &&
    Object.values(written).every((value) =>
      typeof value === 'string' || Array.isArray(value) ? value.length === 0 : !value,
    )
  )
}

/** Whether all required details are filled in. */
export function isComplete({ title, caption, toolUsed }: UploadForm): boolean {
  return title.trim() !== '' && caption.trim() !== '' && toolUsed !== ''
}

/** Returns the details as the server stores them. Leftover text in the tags field becomes tags. */
export function toDetails(form: Omit<UploadForm, 'parents'>) {
  const { toolUsed, tags, tagText, remixPolicy, license, showsReality, coverAt } = form
  return {
    ...mapTexts((name) => form[name].trim() || null),
    title: form.title.trim(),
    toolUsed: toolUsed as Tool,
    tags: splitTags([...tags, tagText].join(',')).join(', ') || null,
    remixPolicy,
    license: license || null,
    showsReality,
    coverAt,
  }
}

/**
 * Returns the body of the request that creates the video, without the file's address. Omits empty details, because an
 * older server refuses fields that it does not know.
 */
export function videoDetails(form: UploadForm, aspectRatio: string) {
  const { title, toolUsed, ...optional } = toDetails(form)
  type Filled = { [Name in keyof typeof optional]?: NonNullable<(typeof optional)[Name]> }
  const filled = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)) as Filled
  return { title, toolUsed, ...filled, aspectRatio, parents: parentRefs(form.parents) }
}

/** Restores a stored form in the current shape. Its cover belonged to a file, which is not stored. */
export function restoreForm(stored: Partial<Record<keyof UploadForm, unknown>>): UploadForm {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const tool = text(stored.toolUsed)
  return {
    ...mapTexts((name) => text(stored[name])),
    toolUsed: Object.hasOwn(toolLabels, tool) ? (tool as Tool) : '',
    tags: Array.isArray(stored.tags) ? splitTags(stored.tags.map(text).join(',')) : [],
    tagText: text(stored.tagText),
    parents: restoreParents(stored.parents),
    remixPolicy: remixPolicies.find((policy) => policy === stored.remixPolicy) ?? emptyForm.remixPolicy,
    license: licenseIds.find((id) => id === stored.license) ?? '',
    showsReality: stored.showsReality === true,
    coverAt: null,
  }
}
