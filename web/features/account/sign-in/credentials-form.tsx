import type { SubmitEventHandler } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { whyNoPasskeys } from '../../../passkeys/can-use-passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'

export interface Credentials {
  email: string
  password: string
}

interface CredentialsFormProps {
  form: UseFormReturn<Credentials>
  submitLabel: string
  passwordAutoComplete: 'current-password' | 'new-password'
  passwordHint?: string
  pending: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
}

/** The e-mail and password form, which both tabs use. */
export function CredentialsForm({
  form,
  submitLabel,
  passwordAutoComplete,
  passwordHint,
  pending,
  onSubmit,
}: CredentialsFormProps) {
  const { errors } = form.formState
  const isLogin = passwordAutoComplete === 'current-password'
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <Field
        label="Email"
        type="email"
        inputMode="email"
        // Marks the field as the username for password managers, and lets browsers offer passkeys in it.
        autoComplete={isLogin && !whyNoPasskeys() ? 'username webauthn' : 'username'}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        autoComplete={passwordAutoComplete}
        hint={passwordHint}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" pending={pending} className="mt-1">
        {submitLabel}
      </Button>
    </form>
  )
}
