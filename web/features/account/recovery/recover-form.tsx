import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { recover, RecoverBody } from '../../../../contract/account/recovery.ts'
import { call } from '../../../net/api.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { replaceUser } from '../../../viewer/viewer.queries.ts'
import { CodeField, EmailField, NewPasswordField, WholeProblem } from './recovery-fields.tsx'

interface RecoverFormProps {
  /** The address typed in any of the page's forms. */
  email: string
  onEmail: (email: string) => void
}

/** Exchanges a recovery code for a new password and signs the user in. */
export function RecoverForm({ email, onEmail }: RecoverFormProps) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [problem, setProblem] = useState<string>()
  const { props, field, values, set, isPending } = useZodForm(RecoverBody, {
    defaults: { email, code: '', password: '' },
    onChange: (typed) => {
      onEmail(typed.email)
      setProblem(undefined)
    },
    submit: async (body) => {
      setProblem(undefined)
      replaceUser(client, await call(recover, { body }))
    },
    onSuccess: () => {
      showToast('You’re back in', 'Your new password is set, and you’ve been signed out everywhere else.')
      navigate('/settings/sign-in', { replace: true })
    },
    onError: (error) => setProblem(whyFailed(error)),
  })
  useEffect(() => {
    if (values.email !== email) set({ email })
  })
  return (
    <form {...props} className="flex flex-col gap-5">
      <EmailField {...field('email')} />
      <CodeField {...field('code')} />
      <NewPasswordField {...field('password')} />
      <WholeProblem sentence={problem} />
      <Button type="submit" variant="primary" pending={isPending}>
        Set password and sign in
      </Button>
    </form>
  )
}
