import { type License, NO_DERIVATIVES } from '../../../../../contract/videos/remixing.ts'
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
  name: string
  /** The label of each value. */
  options: Record<string, string>
  /** The value of a new clip. */
  initial: string
  /** Shown until a value is chosen. Afterwards the value can be changed but not cleared. */
  placeholder?: string
  /** The only possible value under a licence. */
  forced?: { license: string; value: string; hint: string }
}

type OtherField = Labels &
  (
    | { kind: 'tags'; name: 'tags' }
    | { kind: 'checkbox'; name: string }
    | { kind: 'parents'; name: 'parents' }
    | { kind: 'cover'; name: 'coverAt' }
  )

const licenseLabels = {
  '': 'Not stated',
  ...Object.fromEntries(Object.entries(licenses).map(([id, { label }]) => [id, label])),
} as Record<License | '', string>

/**
 * The fields that a creator states about a clip, in their order. The forms for uploading and editing show the fields
 * that they have a value for. In the forms, a new text, choice or checkbox needs only an entry here.
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
    initial: '',
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
    initial: 'open',
  },
  {
    name: 'license',
    kind: 'select',
    isMore: true,
    label: 'Licence',
    hint: 'In many countries, purely AI-generated work isn’t protected by copyright.',
    options: licenseLabels,
    initial: '',
  },
  {
    name: 'remixPolicy',
    kind: 'select',
    isMore: true,
    label: 'Who can remix this',
    publishedHint: 'Existing remixes stay.',
    options: remixPolicyLabels,
    initial: 'everyone',
    forced: { value: 'nobody', license: NO_DERIVATIVES, hint: 'CC BY-ND allows no remixes.' },
  },
] as const satisfies readonly (AnyText | SelectField | OtherField)[]

export type FieldDefinition = (typeof videoFields)[number]
export type TextField = Extract<FieldDefinition, { kind: 'text' }>

/** The fields that are also in the form of a clip that is not published yet. */
export const uploadFields = videoFields.filter((field) => field.name !== 'commenting')

/** The field that is separate for each clip, even when several clips are described together. */
export const titleField = videoFields[0]

/** The fields that clips can share before they are published. */
export const sharedFields = uploadFields.filter((field) => field.name !== 'title' && field.name !== 'coverAt')

type SimpleField = Extract<FieldDefinition, { kind: 'text' | 'select' | 'checkbox' }>

type ValueOf<Field> = Field extends { options: infer Options; initial: infer Initial }
  ? keyof Options | Initial
  : Field extends { kind: 'checkbox' }
    ? boolean
    : string

/** A value for each text, choice and checkbox among the fields. */
export type SimpleValues<Field = FieldDefinition> = { [F in Extract<Field, SimpleField> as F['name']]: ValueOf<F> }

type StoredValues<Form> = { [Name in keyof SimpleValues & keyof Form]: Stored<Form[Name]> }

type Stored<Value> = string extends Value ? string | null : '' extends Value ? Exclude<Value, ''> | null : Value

const simpleFields = videoFields.filter(isSimple)

function isSimple(field: FieldDefinition): field is SimpleField {
  return field.kind === 'text' || field.kind === 'select' || field.kind === 'checkbox'
}

/** Returns a value for each text, choice and checkbox. Missing and invalid values become those of a new clip. */
export function readValues<Field extends FieldDefinition>(
  fields: readonly Field[],
  values: object,
): SimpleValues<Field> {
  const given: Record<string, unknown> = { ...values }
  const read = (field: SimpleField) => {
    const value = given[field.name]
    if (field.kind === 'checkbox') return value === true
    if (typeof value === 'string' && (field.kind === 'text' || Object.hasOwn(field.options, value))) return value
    return field.kind === 'text' ? '' : field.initial
  }
  const entries = fields.filter((field) => isSimple(field)).map((field) => [field.name, read(field)])
  return Object.fromEntries(entries) as SimpleValues<Field>
}

/** Returns the texts, choices and checkboxes of a form as the server stores them: `null` for an empty one. */
export function toStored<Form extends Partial<SimpleValues>>(form: Form): StoredValues<Form> {
  const stored = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value)
  const entries = simpleFields.flatMap(({ name }) => (name in form ? [[name, stored(form[name])]] : []))
  return Object.fromEntries(entries) as StoredValues<Form>
}
