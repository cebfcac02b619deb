import { useQueryClient } from '@tanstack/react-query'
import {
  JOIN_REASON_MAX_LENGTH,
  JoinRequestBody,
  requestApproval,
} from '../../../../contract/account/registration-approval.ts'
import { call } from '../../../net/api.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { joinRequestQuery } from './registration-approval.queries.ts'

/**
 * A form for the reason to join. It can be sent once, and again after a rejection.
 *
 * @param said The reason that the applicant sent before.
 */
export function JoinForm({ said, isAnswered }: { said: string; isAnswered: boolean }) {
  const client = useQueryClient()
  const form = useZodForm(JoinRequestBody, {
    defaults: { reason: said },
    submit: async (body) => {
      client.setQueryData(joinRequestQuery.queryKey, await call(requestApproval, { body }))
      showToast('Sent', 'An admin will read it.')
    },
    onError: (error) => showErrorToast('We couldn’t send your request', whyFailed(error)),
  })
  if (said !== '' && !isAnswered) {
    return (
      <div className="rounded-card bg-surface p-5 wrap-anywhere sm:p-6">
        <p className="font-strong">You wrote:</p>
        <p className="mt-2 whitespace-pre-line">“{said}”</p>
        <p className="mt-2 text-small text-ink-muted">You’ll get access once an admin has approved it.</p>
      </div>
    )
  }
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <TextArea
        label="Why do you want to join?"
        rows={4}
        maxLength={JOIN_REASON_MAX_LENGTH}
        {...form.field('reason')}
      />
      <Button type="submit" variant="primary" pending={form.isPending}>
        Send
      </Button>
    </form>
  )
}
