import { useState } from 'react'
import {
  approveRegistration,
  rejectRegistration,
  RejectionBody,
  REJECTION_MAX_LENGTH,
} from '../../../../../contract/account/registration-approval.ts'
import type { AdminPerson } from '../../../../../contract/site/people.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { showToast } from '../../../../page/toast.ts'
import { useAction } from '../../../../page/use-action.ts'
import { accountName } from '../../../../people/accounts/accounts.queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { TextArea } from '../../../../ui/forms/field.tsx'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { VanishingButton } from '../../../../ui/lists/vanishing-button.tsx'
import { createPersonalDrafts } from '../../../../viewer/personal-drafts.ts'
import { peopleAndOverview } from '../admin.queries.ts'

export function ApprovalActions({ person }: { person: AdminPerson }) {
  const [isRejecting, setRejecting] = useState(false)
  const approve = useAction({
    mutationFn: () => call(approveRegistration, { params: { id: person.id } }),
    onSuccess: () => showToast(`${accountName(person)} was approved`),
    onError: toastFailure(`${accountName(person)} couldn’t be approved`),
    affects: peopleAndOverview,
  })
  return (
    <>
      {/* Reject disappears as well. The account may stay in the list, and its next action then has the focus. */}
      <VanishingButton variant="primary" pending={approve.isPending} onClick={() => approve.mutate()}>
        Approve
      </VanishingButton>
      <Button variant="ghost" onClick={() => setRejecting(true)}>
        Reject
      </Button>
      {isRejecting && <RejectDialog person={person} onClose={() => setRejecting(false)} />}
    </>
  )
}

/** Unsent texts by account. They survive an expired session. */
const draftOf = createPersonalDrafts<{ answer?: string }>()

/** Rejects a registration. An explanation is required, and the typed text is kept until the server has accepted it. */
export function RejectDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const form = useZodForm(RejectionBody, {
    defaults: { answer: '' },
    draft: draftOf(person.id),
    submit: async (body) => {
      await call(rejectRegistration, { params: { id: person.id }, body })
      showToast(`${accountName(person)} will see your answer`, 'They can keep browsing and ask again.')
    },
    onSuccess: onClose,
    onError: toastFailure('We couldn’t send your answer'),
    affects: peopleAndOverview,
  })
  return (
    <FormDialog
      title="Reject this request?"
      description={<span className="wrap-anywhere">{accountName(person)} will see your answer and can ask again.</span>}
      onClose={onClose}
      form={form}
      submitLabel="Send the answer"
    >
      <TextArea label="Why?" required rows={3} maxLength={REJECTION_MAX_LENGTH} {...form.field('answer')} />
    </FormDialog>
  )
}
