import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'wouter'
import { site as pageSite } from '../../../page/site.ts'
import { NotArrived } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { siteQuery } from '../sign-in/registration-approval.queries.ts'
import { ResetEmailForm } from './reset-email-form.tsx'
import { RecoverForm } from './recover-form.tsx'

/** `/auth/forgot`: the account recovery methods that this site offers. */
export function ForgotPage() {
  const { data: site, isError, refetch } = useQuery(siteQuery)
  // Both recovery forms share what the visitor typed.
  const [email, setEmail] = useState('')
  if (!site) {
    return isError ? <NotArrived page what="the recovery options" onRetry={() => void refetch()} /> : <PageSpinner />
  }
  return (
    <div className="mx-auto max-w-xl px-4 pt-8 pb-40 sm:px-8 lg:pt-12">
      <PageHeading title="Forgot your password?" className="headline text-display">
        Forgot your password?
      </PageHeading>
      <p className="mt-3 text-ink-muted">
        {site.hasMail ? 'You can recover your account in three ways.' : 'You can recover your account in two ways.'}{' '}
        Either way, you’ll set a new password and be signed out everywhere.
      </p>
      {site.hasMail && (
        <Way title="By email">
          <ResetEmailForm email={email} onEmail={setEmail} />
        </Way>
      )}
      <Way title="With a recovery code">
        <p className="mb-5 text-ink-muted">Use one of the ten codes you saved. Each works once.</p>
        <RecoverForm email={email} onEmail={setEmail} />
      </Way>
      <Way title="Through this site’s admin">
        <p className="text-ink-muted">Ask for a reset link. You choose the new password, and they never see it.</p>
        {site.contact && <p className="mt-2 wrap-anywhere">{site.contact}</p>}
        {pageSite.hasContact && (
          <p className="mt-2">
            <Link href="/contact" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
              Contact details
            </Link>
          </p>
        )}
      </Way>
    </div>
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
