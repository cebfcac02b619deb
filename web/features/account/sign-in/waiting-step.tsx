import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { JoinForm } from './join-form.tsx'
import { joinRequestQuery } from './registration-approval.queries.ts'

/** Shown to an account that awaits registration approval, with a form for the reason to join. */
export function WaitingStep({ next }: { next: string }) {
  const { data: request, isError } = useQuery(joinRequestQuery)
  if (!request && !isError) return <PageSpinner />
  return (
    <div className="mx-auto w-full max-w-xl px-4 pt-8 pb-40 sm:px-8 lg:pt-12">
      <PageHeading title="Waiting for approval">You’re almost in</PageHeading>
      <p className="mt-2 mb-8 text-ink-muted">
        An admin needs to approve your account. Until then you can browse, but not publish, follow, like or comment.
      </p>
      {request?.answer && (
        <div className="mb-8 rounded-card bg-surface p-5 wrap-anywhere sm:p-6">
          <p className="font-strong">Your request was declined. The admin wrote:</p>
          <p className="mt-2 whitespace-pre-line">“{request.answer}”</p>
          <p className="mt-2 text-small text-ink-muted">You can send another request.</p>
        </div>
      )}
      <JoinForm key={request?.askedAt} said={request?.reason ?? ''} isAnswered={Boolean(request?.answer)} />
      <Link href={next} className={buttonClass('ghost', 'mt-3 w-full')}>
        Look around
      </Link>
    </div>
  )
}
