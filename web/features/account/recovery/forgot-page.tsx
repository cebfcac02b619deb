import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { recover, RecoverBody, RequestResetBody, requestReset } from '../../../../contract/account/recovery.ts'
import { failureMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { site } from '../../../page/site.ts'
import { showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { replaceUser } from '../../../viewer/viewer.queries.ts'
import { siteQuery } from '../sign-in/sign-in.queries.ts'
import { CodeField, EmailField, NewPasswordField } from './recovery-fields.tsx'

/** `/auth/forgot`: the account recovery methods that this site offers. */
export function ForgotPage() {
  return (
    <QueryContent query={useQuery(siteQuery)} what="the recovery options" page>
      {({ hasMail, contact }) => <Ways hasMail={hasMail} contact={contact} />}
    </QueryContent>
  )
}

function Ways({ hasMail, contact }: { hasMail: boolean; contact: string | null }) {
  // Both recovery forms share what the visitor typed.
  const [email, setEmail] = useState('')
  return (
    <NarrowPage>
      <PageHeading title="Forgot your password?" className="headline text-display" />
      <p className="mt-3 text-ink-muted">
        You can recover your account in {hasMail ? 'three' : 'two'} ways. Whichever you choose, you’ll set a new
        password and be signed out everywhere.
      </p>
      {hasMail && (
        <Way title="By email">
          <ResetEmailForm email={email} onEmail={setEmail} />
        </Way>
      )}
      <Way title="With a recovery code">
        <p className="mb-5 text-ink-muted">Use one of the ten codes you saved. Each works once.</p>
        <RecoverForm email={email} onEmail={setEmail} />
      </Way>
      <Way title="Through this site’s admin">
        <p className="text-ink-muted">
          Ask for a reset link. You’ll choose the new password, and the admin never sees it.
        </p>
        {contact && <p className="mt-2 wrap-anywhere">{contact}</p>}
        {site.hasContact && (
          <p className="mt-2">
            <Link href="/contact" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
              Contact details
            </Link>
          </p>
        )}
      </Way>
    </NarrowPage>
  )
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 border-t border-line pt-8">
      <h2 className="headline mb-2 text-title">{title}</h2>
      {children}
    </section>
  )
}

interface EmailFormProps {
  /** The address typed in any of the page's forms. */
  email: string
  onEmail: (email: string) => void
}

/** Exchanges a recovery code for a new password and signs the user in. */
export function RecoverForm({ email, onEmail }: EmailFormProps) {
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
    onError: (error) => setProblem(failureMessage(error)),
  })
  useEffect(() => {
    if (values.email !== email) set({ email })
  })
  return (
    <form {...props} className="flex flex-col gap-5">
      <EmailField {...field('email')} />
      <CodeField {...field('code')} />
      <NewPasswordField {...field('password')} />
      {problem && <Problem>{problem}</Problem>}
      <Button type="submit" variant="primary" pending={isPending}>
        Set password and sign in
      </Button>
    </form>
  )
}

/** Requests an e-mail with a reset link. The answer is the same for every address, registered or not. */
export function ResetEmailForm({ email, onEmail }: EmailFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useZodForm(RequestResetBody, {
    defaults: { email },
    onChange: (typed) => onEmail(typed.email),
    submit: async (body, typed) => {
      setSentTo(undefined)
      await call(requestReset, { body })
      setSentTo(typed.email)
    },
    onError: (error) => form.showMessages({ email: failureMessage(error) }),
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
