import { useEffect, useState } from 'react'
import { AskForResetBody, requestReset } from '../../../../contract/account/recovery.ts'
import { call } from '../../../net/api.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { Button } from '../../../ui/button.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { EmailField } from './recovery-fields.tsx'

interface ResetEmailFormProps {
  /** The address typed in any of the page's forms. */
  email: string
  onEmail: (email: string) => void
}

/** Requests an e-mail with a reset link. The answer is the same for every address, registered or not. */
export function ResetEmailForm({ email, onEmail }: ResetEmailFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useZodForm(AskForResetBody, {
    defaults: { email },
    onChange: (typed) => onEmail(typed.email),
    submit: async (body, typed) => {
      setSentTo(undefined)
      await call(requestReset, { body })
      setSentTo(typed.email)
    },
    onError: (error) => form.showMessages({ email: whyFailed(error) }),
  })
  useEffect(() => {
    if (form.values.email !== email) form.set({ email })
  })
  const isSent = sentTo === form.values.email
  return (
    <>
      <p className="mb-5 text-ink-muted">We’ll send a reset link to the address you sign in with.</p>
      <form {...form.props} className="flex flex-col gap-5">
        <EmailField {...form.field('email')} />
        <Button type="submit" variant="primary" pending={form.isPending}>
          {isSent ? 'Send it again' : 'Send the link'}
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {isSent && (
          <p className="mt-5 rounded-card bg-surface p-5">
            If there’s an account with this address, we’ve sent a link. It works once, for 30 minutes. Can’t find it?
            Check your spam folder.
          </p>
        )}
      </div>
    </>
  )
}
