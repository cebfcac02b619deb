import { VIDEO_MAX_BYTES } from '../../../../../contract/videos/uploads.ts'
import type { Tool } from '../../../../../contract/videos/videos.ts'
import { splitTags } from '../../../../../contract/videos/tags.ts'
import { type NamedParent, parentRefs, restoreParents } from '../../lineage/named-parents.ts'
import { readValues, type SimpleValues, toStored, uploadFields } from './video-fields.ts'

/** The details that a creator enters about a clip. */
export interface UploadForm extends SimpleValues<(typeof uploadFields)[number]> {
  tags: string[]
  /** Text in the tags field that is not a tag yet. */
  tagText: string
  parents: NamedParent[]
  /** The moment of the cover's frame in the file, in seconds; `null` if the server chooses one. */
  coverAt: number | null
  /** Name of the file that the form describes. It does not count as text. Files themselves cannot be stored. */
  fileName?: string
}

export const emptyForm = restoreForm({})

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

export function isEmpty(form: UploadForm): boolean {
  return formFields.every((name) => JSON.stringify(form[name]) === JSON.stringify(emptyForm[name]))
}

/** Whether all required details are filled in. */
export function isComplete({ title, caption, toolUsed }: UploadForm): boolean {
  return title.trim() !== '' && caption.trim() !== '' && toolUsed !== ''
}

/** Returns the details as the server stores them. Leftover text in the tags field becomes tags. */
export function toDetails<Form extends Omit<UploadForm, 'parents'>>(form: Form) {
  const { title, toolUsed, tags, tagText, coverAt } = form
  return {
    ...toStored(form),
    title: title.trim(),
    toolUsed: toolUsed as Tool,
    tags: splitTags([...tags, tagText].join(',')).join(', ') || null,
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
  return {
    ...readValues(uploadFields, stored),
    tags: Array.isArray(stored.tags) ? splitTags(stored.tags.map(textOf).join(',')) : [],
    tagText: textOf(stored.tagText),
    parents: restoreParents(stored.parents),
    coverAt: null,
    ...(typeof stored.fileName === 'string' && { fileName: stored.fileName }),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
