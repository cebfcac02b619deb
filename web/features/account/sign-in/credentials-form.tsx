import type * as z from 'zod/mini'
import { findPasskeyProblem } from '../../../passkeys/can-use-passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'

export interface Credentials {
  email: string
  password: string
}

interface CredentialsFormProps {
  schema: z.ZodMiniType<Credentials, Credentials>
  /** The values that were typed so far, on either tab. */
  typed: Credentials
  onType: (typed: Credentials) => void
  submitLabel: string
  passwordAutoComplete: 'current-password' | 'new-password'
  passwordHint?: string
  submit: (credentials: Credentials) => Promise<void>
  onError: (error: Error) => void
}

export function CredentialsForm({
  schema,
  typed,
  onType,
  submitLabel,
  passwordAutoComplete,
  passwordHint,
  submit,
  onError,
}: CredentialsFormProps) {
  const form = useZodForm(schema, { defaults: typed, onChange: onType, submit, onError })
  const isLogin = passwordAutoComplete === 'current-password'
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <div className="grid gap-5 @lg:grid-cols-2">
        <Field
          label="Email"
          type="email"
          inputMode="email"
          // Marks the field as the username for password managers, and lets browsers offer passkeys in it.
          autoComplete={isLogin && !findPasskeyProblem() ? 'username webauthn' : 'username'}
          {...form.field('email')}
        />
        <PasswordField autoComplete={passwordAutoComplete} hint={passwordHint} {...form.field('password')} />
      </div>
      <Button type="submit" variant="primary" pending={form.isPending} className="mt-1">
        {submitLabel}
      </Button>
    </form>
  )
}
