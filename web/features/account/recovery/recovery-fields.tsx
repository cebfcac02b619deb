import { PASSWORD_MIN_LENGTH } from '../../../../contract/account/sign-in.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'

interface FieldProps {
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

export function EmailField({ value, error, onChange }: FieldProps) {
  return (
    <Field
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function CodeField({ value, error, onChange }: FieldProps) {
  return (
    <Field
      label="Recovery code"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={100}
      hint="24 letters and digits, such as 7k2d-…"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function NewPasswordField({ value, error, onChange }: FieldProps) {
  return (
    <PasswordField
      label="New password"
      autoComplete="new-password"
      hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** The error that concerns the form as a whole. */
export function WholeProblem({ sentence }: { sentence: string | undefined }) {
  if (!sentence) return null
  return (
    <p role="alert" className="text-danger">
      {sentence}
    </p>
  )
}
