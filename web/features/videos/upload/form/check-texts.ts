import { wordRefusals } from '../../../../../contract/videos/publishing.ts'
import { TAG_MAX_LENGTH, TAGS_MAX_COUNT } from '../../../../../contract/videos/videos.ts'
import { splitTags } from '../../../../../contract/videos/tags.ts'
import { cleanLine, isStorable, isVisible, NOT_STORABLE } from '../../../../../contract/visible.ts'
import type { videoDetails } from './upload-form.ts'
import { type TextField, videoFields } from './video-fields.ts'

type Texts = Pick<ReturnType<typeof videoDetails>, TextField['name'] | 'tags'>

const textFields = videoFields.filter((field) => field.kind === 'text')

/**
 * Returns the sentence with which the server would refuse the texts of a clip. The file is then not sent. The rules
 * are repeated here, because the schema would add zod to the upload page.
 */
export function findTextProblem(texts: Texts): string | undefined {
  if (!isVisible(texts.title)) return wordRefusals.noTitle
  const tags = splitTags(texts.tags ?? '')
  if (![...tags, ...textFields.map(({ name }) => texts[name] ?? '')].every(isStorable)) return NOT_STORABLE
  return (
    findTagsProblem(tags) ?? textFields.map((field) => findLengthProblem(field, texts[field.name] ?? '')).find(Boolean)
  )
}

export function findTagsProblem(tags: string[]): string | undefined {
  if (tags.some(({ length }) => length > TAG_MAX_LENGTH)) return wordRefusals.tagTooLong
  return tags.length > TAGS_MAX_COUNT ? wordRefusals.tooManyTags : undefined
}

export function findLengthProblem(field: TextField, value: string): string | undefined {
  const length = lengthOf(field, value)
  if (length <= field.maxLength) return undefined
  const sentence = wordRefusals.tooLong[field.name]
  return typeof sentence === 'string' ? sentence : sentence(length)
}

/** Returns the number of characters that count, as the server counts them. */
export function lengthOf({ name }: TextField, value: string): number {
  return (name === 'title' ? cleanLine(value) : value.trim()).length
}
