import type { ChangeEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../../../ui/forms/field.tsx'
import { useUsernameCheck } from './use-username-check.ts'

interface UsernameFieldProps {
  field: UseFormRegisterReturn
  typed: string
  /** The user's current username. */
  own: string | null
  /** The server's error from the last attempt to save. */
  error: string | undefined
  disabled?: boolean
}

/** A field that lowercases the username, shows its address and checks its availability. */
export function UsernameField({ field, typed, own, error, disabled }: UsernameFieldProps) {
  const { problem, isFree } = useUsernameCheck(typed, own)
  return (
    <div>
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={problem ?? error}
        hint={`${location.host}/profile/${typed.trim() || 'username'}${isFree ? ' is available' : ''}`}
        {...field}
        disabled={disabled}
        onChange={(event) => {
          lowercase(event)
          return field.onChange(event)
        }}
      />
      <p role="status" className="sr-only">
        {problem ? `${typed}: ${problem}` : isFree && `${typed} is available`}
      </p>
    </div>
  )
}

/** Lowercases the input and keeps the caret position. */
function lowercase({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void {
  const { value, selectionStart, selectionEnd } = input
  if (value === value.toLowerCase()) return
  input.value = value.toLowerCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}
