import type { ChangeEvent } from 'react'
import { Field } from '../../../../ui/forms/field.tsx'
import { useUsernameCheck } from './use-username-check.ts'

interface UsernameFieldProps {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  /** The user's current username. */
  own: string | null
  /** The error from the last attempt to save. */
  error: string | undefined
  disabled?: boolean
}

/** A field that lowercases the username, shows its address and checks its availability. */
export function UsernameField({ own, error, onChange, ...rest }: UsernameFieldProps) {
  const typed = rest.value
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
        {...rest}
        onChange={(event) => {
          lowercase(event)
          onChange(event)
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
