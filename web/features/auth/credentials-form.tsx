import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { LoginBody, RegisterBody } from '../../../contract/auth.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

interface CredentialsFormProps {
  schema: typeof LoginBody | typeof RegisterBody
  submitLabel: string
  passwordAutoComplete: 'current-password' | 'new-password'
  pending: boolean
  onSubmit: (credentials: { email: string; password: string }) => void
}

/** E-mail and password: the whole of both tabs. */
export function CredentialsForm({
  schema,
  submitLabel,
  passwordAutoComplete,
  pending,
  onSubmit,
}: CredentialsFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit(onSubmit)} className="flex flex-col gap-5">
      <Field label="Email" type="email" autoComplete="email" error={errors.email?.message} {...register('email')} />
      <Field
        label="Password"
        type="password"
        autoComplete={passwordAutoComplete}
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" variant="primary" pending={pending} className="mt-1">
        {submitLabel}
      </Button>
    </form>
  )
}
