import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  getApprovalRequest,
  APPROVAL_REASON_MAX_LENGTH,
  ApprovalRequestBody,
  requestApproval,
} from '../../../../contract/account/registration-approval.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { keepFocus } from '../../../page/focus.ts'
import { showToast } from '../../../page/toast.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { createPersonalDrafts } from '../../../viewer/personal-drafts.ts'
import { freshPersonal } from '../../../viewer/viewer-cache.ts'
import { ownUserQuery } from '../../../viewer/viewer.queries.ts'

const draftOf = createPersonalDrafts<{ reason?: string }>()

const approvalRequestQuery = endpointQuery(getApprovalRequest, {}, freshPersonal)

/** Shown to an account that awaits registration approval, with a form for the reason to join. */
export function WaitingStep({ next }: { next: string }) {
  const { data: request, isError } = useQuery(approvalRequestQuery)
  const box = useRef<HTMLDivElement>(null)
  if (!request && !isError) return <PageSpinner />
  return (
    <NarrowPage>
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
      {/* Takes the focus when the form disappears, so that screen readers read the sent request. */}
      <div ref={box} tabIndex={-1}>
        <ApprovalForm
          key={request?.askedAt}
          sentReason={request?.reason ?? ''}
          isAnswered={Boolean(request?.answer)}
          onSent={() => keepFocus(box.current)}
        />
      </div>
      <ButtonLink href={next} variant="ghost" className="mt-3 w-full">
        Look around
      </ButtonLink>
    </NarrowPage>
  )
}

/**
 * A form for the reason to join. It can be sent once, and again after a rejection.
 *
 * @param sentReason The reason that the applicant has already sent.
 * @param onSent Called before the form disappears.
 */
export function ApprovalForm({
  sentReason,
  isAnswered,
  onSent,
}: {
  sentReason: string
  isAnswered: boolean
  onSent?: () => void
}) {
  const client = useQueryClient()
  const form = useZodForm(ApprovalRequestBody, {
    defaults: { reason: sentReason },
    draft: draftOf('request'),
    submit: async (body) => {
      const sent = await call(requestApproval, { body })
      onSent?.()
      client.setQueryData(approvalRequestQuery.queryKey, sent)
      showToast('Sent', 'An admin will read it.')
    },
    onError: toastFailure('We couldn’t send your request'),
    // An admin may have approved the account meanwhile.
    affects: ownUserQuery,
  })
  if (sentReason !== '' && !isAnswered) {
    return (
      <div className="rounded-card bg-surface p-5 wrap-anywhere sm:p-6">
        <p className="font-strong">You wrote:</p>
        <p className="mt-2 whitespace-pre-line">“{sentReason}”</p>
        <p className="mt-2 text-small text-ink-muted">You’ll get access once an admin has approved it.</p>
      </div>
    )
  }
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <TextArea
        label="Why do you want to join?"
        rows={4}
        maxLength={APPROVAL_REASON_MAX_LENGTH}
        {...form.field('reason')}
      />
      <Button type="submit" variant="primary" pending={form.isPending}>
        Send
      </Button>
    </form>
  )
}
