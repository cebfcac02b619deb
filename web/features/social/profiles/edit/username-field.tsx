import type { ChangeEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../../../ui/forms/field.tsx'

interface UsernameFieldProps {
  field: UseFormRegisterReturn
  typed: string
  error: string | undefined
  disabled?: boolean
}

/** Lowercases what is typed, and shows the address that it makes. */
export function UsernameField({ field, typed, error, disabled }: UsernameFieldProps) {
  return (
    <Field
      label="Username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
      hint={`${location.host}/profile/${typed || 'username'}`}
      {...field}
      disabled={disabled}
      onChange={(event) => {
        lowercase(event)
        return field.onChange(event)
      }}
    />
  )
}

/** Leaves the caret where it was. */
function lowercase({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void {
  const { value, selectionStart, selectionEnd } = input
  if (value === value.toLowerCase()) return
  input.value = value.toLowerCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}
