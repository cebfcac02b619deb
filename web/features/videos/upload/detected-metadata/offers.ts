import { findTool } from '../../../../../contract/videos/tool-names.ts'
import { MODEL_MAX_LENGTH, PROMPT_MAX_LENGTH } from '../../../../../contract/videos/videos.ts'
import type { UploadForm } from '../form/upload-form.ts'
import type { DetectedMetadata } from '../../../../../contract/media/detected-metadata/detected-metadata.ts'

/** A detected value, and the fields of the form that it would fill. */
export interface Offer {
  name: 'tool' | 'model' | 'prompt'
  /** The value in the file, unchanged. */
  value: string
  fill: Partial<UploadForm>
}

/**
 * Lists the detected metadata that can fill fields of the form. A tool that is not in the list of tools fills the model
 * field, unless the file or the creator names a model.
 */
export function listOffers({ tool, model, prompt }: DetectedMetadata, form: UploadForm): Offer[] {
  const known = findTool(tool ?? '')
  const isUnnamed = !known && !model && form.model.trim() === ''
  const offers: Offer[] = []
  if (tool) {
    const name = isUnnamed && { model: cut(tool, MODEL_MAX_LENGTH) }
    offers.push({ name: 'tool', value: tool, fill: { toolUsed: known ?? 'other', ...name } })
  }
  if (model) offers.push({ name: 'model', value: model, fill: { model: cut(model, MODEL_MAX_LENGTH) } })
  if (prompt) offers.push({ name: 'prompt', value: prompt, fill: { prompt: cut(prompt, PROMPT_MAX_LENGTH) } })
  return offers
}

/** Cuts a text, without leaving half of a surrogate pair, which the server refuses. */
function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}

const field = { tool: 'toolUsed', model: 'model', prompt: 'prompt' } as const

/** `same`: the field has this value already. `other`: the creator entered another value. */
export function fieldState({ name, fill }: Offer, form: UploadForm): 'empty' | 'same' | 'other' {
  const typed = form[field[name]].trim()
  if (typed === '') return 'empty'
  return typed === fill[field[name]]?.trim() ? 'same' : 'other'
}
