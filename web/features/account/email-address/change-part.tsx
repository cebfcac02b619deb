import { useMutation } from '@tanstack/react-query'
import type { Account } from '../../../../contract/account/account.ts'
import { ChangeEmailBody } from '../../../../contract/account/email.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { useChangeEmail } from './email.queries.ts'

interface ChangePartProps {
  account: Pick<Account, 'hasMail' | 'pendingEmail'>
  /** The current address. */
  email: string
}

/**
 * A form that changes the e-mail address. On sites that send e-mail, the change waits until the new address is
 * confirmed.
 */
export function ChangePart({ account: { hasMail, pendingEmail }, email }: ChangePartProps) {
  return (
    <TitledSection
      id="change-email"
      title="Change your email address"
      sentence={
        hasMail
          ? 'We’ll send a link to the new address. Nothing changes until you open it. We’ll also email your current address, so you can undo the change for a week.'
          : 'You’ll sign in with the new address from now on. This site can’t send email, so check the spelling.'
      }
    >
      {pendingEmail && <Pending address={pendingEmail} email={email} />}
      <ChangeForm hasMail={hasMail} />
    </TitledSection>
  )
}

function Pending({ address, email }: { address: string; email: string }) {
  const change = useChangeEmail()
  const { mutate, isPending } = useMutation({
    mutationFn: () => change({ email }),
    onError: (error) => showErrorToast('The change is still pending', whyFailed(error)),
  })
  return (
    <div role="status" className="mt-5 max-w-md rounded-card bg-surface p-5">
      <p className="font-strong wrap-anywhere">We sent a link to {address}</p>
      <p className="mt-1 text-ink-muted">Open it within a day. Can’t find it? Check your spam folder.</p>
      <Button variant="ghost" className="mt-2 -ml-5" pending={isPending} onClick={() => mutate()}>
        Keep my current address
      </Button>
    </div>
  )
}

function ChangeForm({ hasMail }: Pick<Account, 'hasMail'>) {
  const change = useChangeEmail()
  const form = useZodForm(ChangeEmailBody, {
    defaults: { email: '' },
    submit: async (body) => {
      await change(body)
      form.reset()
      if (!hasMail) showToast('Your email address was changed', `Sign in with ${body.email} from now on.`)
    },
    codes: { EMAIL_TAKEN: 'email' },
    onError: (error) => showErrorToast('Your email address wasn’t changed', whyFailed(error)),
  })
  return (
    <form {...form.props} className="mt-5 flex max-w-md flex-col gap-5">
      <Field label="New address" type="email" inputMode="email" autoComplete="email" {...form.field('email')} />
      <Button type="submit" className="self-start" pending={form.isPending}>
        {hasMail ? 'Send the link' : 'Change address'}
      </Button>
    </form>
  )
}
