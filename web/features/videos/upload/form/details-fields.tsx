import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { splitTags } from '../../../../../contract/videos/tags.ts'
import { site } from '../../../../page/site.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { Counter, Field, Select, SelectOptions, TextArea } from '../../../../ui/forms/field.tsx'
import { lengthOf, findTagsProblem, findLengthProblem } from './check-texts.ts'
import { CoverField, type CoverSource } from './cover-field.tsx'
import { ParentsField } from '../../lineage/parents-field.tsx'
import { suggestedModels } from './models.ts'
import { TagsInput } from './tags-input.tsx'
import { emptyForm, type UploadForm } from './upload-form.ts'
import {
  type FieldDefinition,
  type Labels,
  readValues,
  type SelectField,
  type SimpleValues,
  type TextField,
  videoFields,
} from './video-fields.ts'

/** The values of a form about a clip. The form does not show fields that are missing here. */
interface Values extends Omit<UploadForm, 'parents' | 'license'> {
  parents?: UploadForm['parents']
  /** `undefined` until the current licence is known. */
  license: UploadForm['license'] | undefined
  commenting?: SimpleValues['commenting']
}

interface TextChange {
  target: { value: string }
}

interface DetailsFieldsProps {
  form: Values
  /** The fields to show. By default all. */
  fields?: readonly FieldDefinition[]
  onChange: (changed: Partial<UploadForm & SimpleValues>) => void
  /** Returns the reason why the value of a field was refused. */
  errorOf?: (name: Exclude<FieldDefinition['name'], 'parents'>) => string | undefined
  disabled: boolean
  /** The clip that provides the frames for the cover, if there is one. */
  source?: CoverSource | undefined
  /** Whether the clip is published, and may have been remixed already. */
  isPublished?: boolean
}

const defaults = { ...emptyForm, ...readValues(videoFields, {}) }

export function DetailsFields(props: DetailsFieldsProps) {
  const { form, errorOf } = props
  const fields: (FieldDefinition & Labels)[] = (props.fields ?? videoFields).filter(({ name }) => name in form)
  const draw = (field: FieldDefinition) => <DetailsField key={field.name} field={field} {...props} />
  const more = fields.filter(({ isMore }) => isMore)
  const isUsed = ({ name }: FieldDefinition) =>
    JSON.stringify(form[name] ?? '') !== JSON.stringify(defaults[name] ?? '') ||
    (name !== 'parents' && errorOf?.(name) !== undefined)
  return (
    <>
      {fields.filter(({ isMore }) => !isMore).map(draw)}
      <MoreOptions isUsed={more.some(isUsed)}>
        {/* The frames of a cover are not read until the creator can see them. */}
        {(isOpen) => more.filter(({ kind }) => isOpen || kind !== 'cover').map(draw)}
      </MoreOptions>
    </>
  )
}

/** A disclosure that opens by itself when its content gets a value or an error. The creator can close it again. */
function MoreOptions({ isUsed, children }: { isUsed: boolean; children: (isOpen: boolean) => ReactNode }) {
  const [isOpen, setOpen] = useState(isUsed)
  const [wasUsed, setWasUsed] = useState(isUsed)
  if (wasUsed !== isUsed) {
    setWasUsed(isUsed)
    if (isUsed) setOpen(true)
  }
  return (
    <details className="group" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 font-strong">
        More options
        <ChevronDown className="size-5 transition-transform duration-200 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-6 pt-3">{children(isOpen)}</div>
    </details>
  )
}

type DetailsFieldProps = DetailsFieldsProps & { field: FieldDefinition; label?: string }

/** @param label Replaces the label of the field where several fields would have the same label. */
export function DetailsField({ field, label, ...props }: DetailsFieldProps) {
  const { form, onChange, errorOf, disabled, source, isPublished = false } = props
  const { hint, publishedHint, required }: Labels = field
  const labels = {
    label: label ?? field.label,
    hint: hint ?? (isPublished ? publishedHint : undefined),
    required: required === 'always' || (required === 'to publish' && !isPublished),
    error: field.kind === 'parents' ? undefined : errorOf?.(field.name),
    disabled,
  }
  const control = {
    ...labels,
    name: field.name,
    onChange: ({ target }: TextChange) => onChange({ [field.name]: target.value }),
  }
  switch (field.kind) {
    case 'text':
      return <TextControl {...control} field={field} value={form[field.name]} models={suggestedModels(form.toolUsed)} />
    case 'select':
      return <SelectControl {...control} field={field} value={form[field.name]} license={form.license} />
    case 'checkbox':
      return (
        <Checkbox
          {...labels}
          effect={hint}
          checked={form[field.name]}
          onChange={(checked) => onChange({ [field.name]: checked })}
        />
      )
    case 'tags':
      return (
        <TagsInput
          {...labels}
          error={labels.error ?? findTagsProblem(splitTags([...form.tags, form.tagText].join(',')))}
          tags={form.tags}
          text={form.tagText}
          onChange={(tags, tagText) => onChange({ tags, tagText })}
        />
      )
    case 'cover':
      return (
        source && (
          <CoverField
            {...labels}
            // Mounts a new field for each clip, because clips differ in their frames.
            key={source.url}
            source={source}
            coverAt={form.coverAt}
            onChange={(coverAt) => onChange({ coverAt })}
          />
        )
      )
    case 'parents':
      return (
        <ParentsField parents={form.parents ?? []} onChange={(parents) => onChange({ parents })} disabled={disabled} />
      )
  }
}

type LabelProps = Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'hint' | 'required' | 'error' | 'disabled'>

interface TextControlProps extends LabelProps {
  field: TextField
  value: string
  models: string[]
  onChange: (change: TextChange) => void
}

/** A text that is longer than allowed is kept, so that the creator can shorten it. */
function TextControl({ field, models, error, ...rest }: TextControlProps) {
  const listId = useId()
  const length = lengthOf(field, rest.value)
  const props = { ...rest, error: error ?? findLengthProblem(field, rest.value) }
  if ('rows' in field) return <TextArea {...props} rows={field.rows} />
  const counter = 'isCounted' in field && <Counter length={length} maxLength={field.maxLength} />
  if (!('suggestsModels' in field)) return <Field {...props} autoComplete="off" aside={counter} />
  return (
    <>
      <Field {...props} autoComplete="off" placeholder={models.slice(0, 3).join(', ')} list={listId} />
      <datalist id={listId}>
        {models.map((model) => (
          <option key={model}>{model}</option>
        ))}
      </datalist>
    </>
  )
}

interface SelectControlProps extends LabelProps {
  field: SelectField
  /** `undefined` until the value is known. */
  value: string | undefined
  license: string | undefined
  onChange: (change: TextChange) => void
}

function SelectControl({ field, value, license, hint, disabled, ...rest }: SelectControlProps) {
  const { placeholder, options, forced }: SelectField = field
  const isOffered = (option: string) => field.name !== 'toolUsed' || site.tools.some((tool) => tool === option)
  // A clip keeps a tool that the site no longer offers.
  const choices = Object.entries(options).filter(([option]) => option === value || isOffered(option))
  const force = forced?.license === license ? forced : undefined
  return (
    <Select
      {...rest}
      hint={force?.hint ?? hint}
      disabled={disabled || value === undefined || force !== undefined}
      value={force?.value ?? value ?? ''}
    >
      {placeholder !== undefined && value === '' && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      <SelectOptions labels={Object.fromEntries(choices)} />
    </Select>
  )
}
