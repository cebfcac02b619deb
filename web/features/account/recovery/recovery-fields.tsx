import type { ComponentProps } from 'react'
import { PASSWORD_MIN_LENGTH } from '../../../../contract/account/sign-in.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'

/** The props that connect a field to the form. */
type FieldProps = Pick<ComponentProps<typeof PasswordField>, 'name' | 'value' | 'error' | 'onChange'>

export function EmailField(props: FieldProps) {
  return <Field label="Email" type="email" inputMode="email" autoComplete="username" {...props} />
}

export function CodeField(props: FieldProps) {
  return (
    <Field
      label="Recovery code"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={100}
      hint="24 letters and digits, such as 7k2d-…"
      {...props}
    />
  )
}

export function NewPasswordField(props: FieldProps) {
  return (
    <PasswordField
      label="New password"
      autoComplete="new-password"
      hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
      {...props}
    />
  )
}
