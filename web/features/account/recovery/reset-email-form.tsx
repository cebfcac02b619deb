import type { FormEvent } from 'react'
import { useState } from 'react'
import { AskForResetBody } from '../../../../contract/account/recovery.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { Button } from '../../../ui/button.tsx'
import { EmailField } from './recovery-fields.tsx'
import { useAskForReset } from './recovery.queries.ts'

interface ResetEmailFormProps {
  email: string
  onEmail: (email: string) => void
}

/** Requests an e-mail with a reset link. The answer is the same for every address, registered or not. */
export function ResetEmailForm({ email, onEmail }: ResetEmailFormProps) {
  const [problem, setProblem] = useState<string>()
  const ask = useAskForReset()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = AskForResetBody.safeParse({ email })
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) return
    ask.mutate(parsed.data.email, { onError: (error) => setProblem(whyFailed(error)) })
  }
  return (
    <>
      <p className="mb-5 text-ink-muted">We’ll send a reset link to the address you sign in with.</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <EmailField
          value={email}
          error={problem}
          onChange={(typed) => {
            onEmail(typed)
            setProblem(undefined)
            ask.reset()
          }}
        />
        <Button type="submit" variant="primary" pending={ask.isPending}>
          {ask.isSuccess ? 'Send it again' : 'Send the link'}
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {ask.isSuccess && (
          <p className="mt-5 rounded-card bg-surface p-5">
            If there’s an account with this address, we’ve sent a link. It works once, for 30 minutes. Can’t find it?
            Check your spam folder.
          </p>
        )}
      </div>
    </>
  )
}
