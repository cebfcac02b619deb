import { NO_DERIVATIVES } from '../../../../../contract/videos/remixing.ts'
import {
  CAPTION_MAX_LENGTH,
  MODEL_MAX_LENGTH,
  PROMPT_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  toolLabels,
} from '../../../../../contract/videos/videos.ts'
import { licenses, remixPolicyLabels } from '../../lineage/terms.ts'

export interface Labels {
  label: string
  hint?: string
  /** A hint that is only true of a published clip. */
  publishedHint?: string
  /** When the field must have a value. A published clip may lose its caption. */
  required?: 'always' | 'to publish'
  /** Whether the field is under "More options". */
  isMore?: true
}

interface AnyText extends Labels {
  kind: 'text'
  name: string
  /** Number of characters without the spaces at the ends. */
  maxLength: number
  /** Number of lines of a text area; absent for a text of one line. */
  rows?: number
  isCounted?: true
  /** Suggests the models of the chosen tool. */
  suggestsModels?: true
}

export interface SelectField extends Labels {
  kind: 'select'
  name: 'toolUsed' | 'commenting' | 'license' | 'remixPolicy'
  /** The label of each value. */
  options: Record<string, string>
  /** Shown until a value is chosen. Afterwards the value can be changed but not cleared. */
  placeholder?: string
  /** The only possible value under a licence. */
  forced?: { license: string; value: string; hint: string }
}

type OtherField = Labels &
  (
    | { kind: 'tags'; name: 'tags' }
    | { kind: 'checkbox'; name: 'showsReality' }
    | { kind: 'parents'; name: 'parents' }
    | { kind: 'cover'; name: 'coverAt' }
  )

/**
 * The fields that a creator states about a clip, in their order. The forms for uploading and editing show the fields
 * that they have a value for. In the web app, a new text field needs only an entry here.
 */
export const videoFields = [
  { name: 'title', kind: 'text', label: 'Title', required: 'always', maxLength: TITLE_MAX_LENGTH, isCounted: true },
  { name: 'caption', kind: 'text', label: 'Caption', required: 'to publish', maxLength: CAPTION_MAX_LENGTH, rows: 3 },
  {
    name: 'toolUsed',
    kind: 'select',
    label: 'AI tool',
    required: 'always',
    options: toolLabels,
    placeholder: 'Choose the tool that made it',
  },
  { name: 'tags', kind: 'tags', label: 'Tags (optional)', hint: 'Press Enter or comma to add a tag.' },
  {
    name: 'prompt',
    kind: 'text',
    label: 'Prompt (optional)',
    hint: 'The prompt you used. Sharing it helps others learn.',
    maxLength: PROMPT_MAX_LENGTH,
    rows: 2,
  },
  { name: 'coverAt', kind: 'cover', label: 'Cover', isMore: true },
  { name: 'parents', kind: 'parents', label: 'Source clips', isMore: true },
  {
    name: 'model',
    kind: 'text',
    label: 'Model (optional)',
    maxLength: MODEL_MAX_LENGTH,
    suggestsModels: true,
    isMore: true,
  },
  {
    name: 'showsReality',
    kind: 'checkbox',
    isMore: true,
    // The law of several countries requires an immediately visible mark where AI made or changed such clips.
    label: 'Shows real people, places or events',
    hint: 'We’ll label the clip “AI” wherever it appears.',
  },
  {
    name: 'commenting',
    kind: 'select',
    isMore: true,
    label: 'Comments',
    options: { open: 'Anyone can comment', held: 'I approve comments first', off: 'Comments are off' },
  },
  {
    name: 'license',
    kind: 'select',
    isMore: true,
    label: 'Licence',
    hint: 'In many countries, purely AI-generated work isn’t protected by copyright.',
    options: {
      '': 'Not stated',
      ...Object.fromEntries(Object.entries(licenses).map(([id, { label }]) => [id, label])),
    },
  },
  {
    name: 'remixPolicy',
    kind: 'select',
    isMore: true,
    label: 'Who can remix this',
    publishedHint: 'Existing remixes stay.',
    options: remixPolicyLabels,
    forced: { value: 'nobody', license: NO_DERIVATIVES, hint: 'CC BY-ND allows no remixes.' },
  },
] as const satisfies readonly (AnyText | SelectField | OtherField)[]

export type FieldDefinition = (typeof videoFields)[number]
export type TextField = Extract<FieldDefinition, { kind: 'text' }>

/** The field that is separate for each clip, even when several clips are described together. */
export const titleField = videoFields[0]

/** The fields that clips can share before they are published. */
export const sharedFields = videoFields.filter(
  (field) => field.name !== 'title' && field.name !== 'commenting' && field.name !== 'coverAt',
)

const textNames = videoFields.flatMap((field) => (field.kind === 'text' ? field.name : []))

/** Returns a value for each text of a clip. */
export function mapTexts<Value>(valueOf: (name: TextField['name']) => Value): Record<TextField['name'], Value> {
  return Object.fromEntries(textNames.map((name) => [name, valueOf(name)])) as Record<TextField['name'], Value>
}
