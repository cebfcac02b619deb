import {
  deleteAccount,
  DeleteAccountBody,
  DELETION_GRACE_DAYS,
  DELETION_REASON_MAX_LENGTH,
} from '../../../../../contract/account/deletion.ts'
import type { AdminPerson } from '../../../../../contract/site/people.ts'
import { formatDeadline } from '../../../../format/day.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { showToast } from '../../../../page/toast.ts'
import { accountName } from '../../../../people/accounts/accounts.queries.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { TextArea } from '../../../../ui/forms/field.tsx'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { createPersonalDrafts } from '../../../../viewer/personal-drafts.ts'
import { peopleAndOverview } from '../admin.queries.ts'

/** Unsent texts by account. They survive an expired session. */
const draftOf = createPersonalDrafts<{ reason?: string }>()

/** Schedules the deletion of another account, with a reason. */
export function DeleteDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const name = accountName(person)
  const form = useZodForm(DeleteAccountBody, {
    defaults: { reason: '' },
    draft: draftOf(person.id),
    submit: async (body) => {
      const { deleteAfter } = await call(deleteAccount, { params: { id: person.id }, body })
      showToast(`${name} is hidden now`, `We’ll delete the account on ${formatDeadline(deleteAfter)}.`)
    },
    onSuccess: onClose,
    onError: toastFailure(`${name} wasn’t deleted`),
    affects: peopleAndOverview,
  })
  return (
    <FormDialog
      title="Delete this account?"
      description={
        <span className="wrap-anywhere">
          {person.standing === 'leaving'
            ? `${name} is already hidden and, at their own request, will be deleted on ${formatDeadline(person.standingUntil!)}.`
            : `${name} is hidden at once and deleted in ${DELETION_GRACE_DAYS} days, with all clips, comments, likes and follows.`}{' '}
          Until then they can download their data, and only an admin can cancel the deletion.
        </span>
      }
      onClose={onClose}
      form={form}
      submitLabel="Delete account"
      variant="danger"
    >
      <TextArea
        label="Reason"
        required
        rows={3}
        maxLength={DELETION_REASON_MAX_LENGTH}
        hint="They will see this. It’s deleted with the account."
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
