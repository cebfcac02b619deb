import type { FormEvent } from 'react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { RecoverBody } from '../../../../contract/account/recovery.ts'
import { showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { problemsOf, type Problems } from './problems.ts'
import { CodeField, EmailField, NewPasswordField, WholeProblem } from './recovery-fields.tsx'
import { useRecover } from './recovery.queries.ts'

interface RecoverFormProps {
  email: string
  onEmail: (email: string) => void
}

/** Exchanges a recovery code for a new password and signs the user in. */
export function RecoverForm({ email, onEmail }: RecoverFormProps) {
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [, navigate] = useLocation()
  const recover = useRecover()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = RecoverBody.safeParse({ email, code, password })
    setProblems(parsed.success ? {} : problemsOf(parsed.error))
    if (!parsed.success) return
    recover.mutate(parsed.data, {
      onSuccess: () => {
        showToast('You’re back in', 'Your new password is set, and you’ve been signed out everywhere else.')
        navigate('/settings/sign-in', { replace: true })
      },
      onError: (error) => setProblems(problemsOf(error)),
    })
  }
  /** Errors stay on screen until the user edits a field. */
  const typing = (change: (typed: string) => void) => (typed: string) => {
    change(typed)
    setProblems({})
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <EmailField value={email} error={problems.email} onChange={typing(onEmail)} />
      <CodeField value={code} error={problems.code} onChange={typing(setCode)} />
      <NewPasswordField value={password} error={problems.password} onChange={typing(setPassword)} />
      <WholeProblem sentence={problems.whole} />
      <Button type="submit" variant="primary" pending={recover.isPending}>
        Set password and sign in
      </Button>
    </form>
  )
}
