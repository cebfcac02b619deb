import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Account } from '../../../../contract/account/account.ts'
import { ChangeEmailBody, changeEmail, sendVerification } from '../../../../contract/account/email-address.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { formatDay } from '../../../format/day.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { VanishingButton } from '../../../ui/lists/vanishing-button.tsx'
import { accountAndUser, accountQuery } from '../../../viewer/account.queries.ts'
import { ownUserQuery } from '../../../viewer/viewer.queries.ts'

/**
 * The settings section with the account's e-mail address. Shows whether the address is confirmed, and has a form to
 * change it.
 */
export function EmailSection({ user }: { user: OwnUser }) {
  // The link in an e-mail opens another tab, or another browser.
  const query = useQuery({ ...accountQuery, refetchOnWindowFocus: 'always' })
  useQuery({ ...ownUserQuery, refetchOnWindowFocus: 'always' })
  const { data } = query
  return (
    <div className="flex flex-col gap-14">
      <div>
        <p className="text-lead wrap-anywhere">{user.email}</p>
        {data?.hasMail && <ConfirmationPart confirmedAt={data.emailVerifiedAt} />}
      </div>
      <QueryContent query={query} what="your address" loading={null}>
        {(account) => <ChangePart account={account} email={user.email} />}
      </QueryContent>
    </div>
  )
}

/** Shows whether the e-mail address is confirmed, and offers to confirm it. */
function ConfirmationPart({ confirmedAt }: { confirmedAt: string | null }) {
  if (confirmedAt) return <p className="mt-2 text-ink-muted">Confirmed on {formatDay(confirmedAt)}.</p>
  return (
    <>
      <p className="mt-2 max-w-[33.8em] text-ink-muted">
        Not confirmed yet. Open the link in the email we sent you. Confirming signs out your other devices and removes
        existing passkeys and recovery codes, so confirm before you add any.
      </p>
      <ResendButton />
    </>
  )
}

function ResendButton() {
  const client = useQueryClient()
  const { mutate, isPending } = useAction({
    mutationFn: async () => {
      // The link may have been opened on another device.
      const { emailVerifiedAt } = await client.fetchQuery(accountQuery)
      if (emailVerifiedAt === null) await call(sendVerification)
      return emailVerifiedAt === null
    },
    onSuccess: (isSent) =>
      isSent
        ? showToast('Email sent', 'Can’t find it? Check your spam folder. We send up to three an hour.')
        : showToast('Your address is already confirmed'),
    onError: toastFailure('No email was sent'),
  })
  return (
    <VanishingButton className="mt-4" pending={isPending} onClick={() => mutate()}>
      Send it again
    </VanishingButton>
  )
}

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
          ? 'We’ll send a link to the new address. Nothing changes until you open it. If your current address is confirmed, we’ll also email it a link to undo the change. The link works for a week.'
          : 'You’ll sign in with the new address from now on. This site can’t send email, so check the spelling.'
      }
    >
      {pendingEmail && <Pending address={pendingEmail} email={email} />}
      <ChangeForm hasMail={hasMail} email={email} />
    </TitledSection>
  )
}

function Pending({ address, email }: { address: string; email: string }) {
  const box = useFocusAfterRemoval<HTMLDivElement>()
  const { mutate, isPending } = useAction({
    // The current address cancels the change.
    mutationFn: () => call(changeEmail, { body: { email } }),
    onError: toastFailure('The change is still pending'),
    affects: accountAndUser,
  })
  return (
    <div ref={box} role="status" className="mt-5 max-w-md rounded-card bg-surface p-5">
      <p className="font-strong wrap-anywhere">We sent a link to {address}</p>
      <p className="mt-1 text-ink-muted">Open it within a day. Can’t find it? Check your spam folder.</p>
      <Button variant="ghost" className="mt-2 -ml-5" pending={isPending} onClick={() => mutate()}>
        Keep my current address
      </Button>
    </div>
  )
}

function ChangeForm({ hasMail, email }: Pick<Account, 'hasMail'> & Pick<ChangePartProps, 'email'>) {
  const isNew = z.refine<ChangeEmailBody>((body) => body.email !== email, {
    path: ['email'],
    error: 'This is already your address',
  })
  const form = useZodForm(ChangeEmailBody.check(isNew), {
    defaults: { email: '' },
    submit: async (body) => {
      await call(changeEmail, { body })
      form.reset()
      if (!hasMail) showToast('Your email address was changed', `Sign in with ${body.email} from now on.`)
    },
    codes: { EMAIL_TAKEN: 'email' },
    onError: toastFailure('Your email address wasn’t changed'),
    affects: accountAndUser,
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
