import type { ComponentProps } from 'react'
import { TITLE_MAX_LENGTH } from '../../../../../contract/videos/videos.ts'
import { Field, TextArea } from '../../../../ui/forms/field.tsx'

interface TextFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  disabled: boolean
  /** Name with which the form finds a field that was refused. */
  name?: string
  required?: boolean
}

/** A text field with a character count. */
export function TitleField({ value, onChange, ...rest }: TextFieldProps) {
  const { length } = value.trim()
  return (
    <Field
      {...rest}
      required
      label="Title"
      autoComplete="off"
      aside={
        <span className={`text-small tabular-nums ${length > TITLE_MAX_LENGTH ? 'text-danger' : 'text-ink-muted'}`}>
          {length}/{TITLE_MAX_LENGTH}
        </span>
      }
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type LongTextFieldProps = TextFieldProps & Pick<ComponentProps<typeof TextArea>, 'maxLength'>

export function CaptionField({ onChange, ...rest }: LongTextFieldProps) {
  return <TextArea {...rest} label="Caption" rows={3} onChange={({ target }) => onChange(target.value)} />
}

export function PromptField({
  label = 'Prompt',
  onChange,
  ...rest
}: LongTextFieldProps & Partial<Pick<ComponentProps<typeof TextArea>, 'label' | 'hint'>>) {
  return <TextArea {...rest} label={label} rows={2} onChange={({ target }) => onChange(target.value)} />
}
