import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { requestDeletion, RequestDeletionBody, DELETION_GRACE_DAYS } from '../../../../contract/account/deletion.ts'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { formatDay } from '../../../format/day.ts'
import { call } from '../../../net/api.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { replaceUser } from '../../../viewer/viewer.queries.ts'

/**
 * Confirms the deletion of the account. To prevent accidental deletion, the owner must type their username, or their
 * e-mail address if they have none.
 */
export function LeaveDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [name, label] = user.username ? [user.username, 'Your username'] : [user.email, 'Your email']
  const isTyped = z.refine<RequestDeletionBody>((body) => body.name.trim() !== '', {
    path: ['name'],
    error: `Type ${label.toLowerCase()} to continue`,
  })
  const form = useZodForm(RequestDeletionBody.check(isTyped), {
    defaults: { name: '' },
    submit: async (body) => {
      const { deleteAfter } = await call(requestDeletion, { body })
      navigate('/')
      replaceUser(client, null, { forget: user.id })
      showToast(
        'Your account is hidden and scheduled for deletion',
        `We’ll delete it on ${formatDay(deleteAfter)}. Sign in before that to keep it.`,
      )
    },
    onError: (error) => showErrorToast('Your account wasn’t deleted', whyFailed(error)),
  })
  return (
    <FormDialog
      title="Delete your account?"
      description={
        <>
          You have {DELETION_GRACE_DAYS} days to change your mind. After that, it can’t be recovered. Type{' '}
          <bdi className="font-strong wrap-anywhere text-ink">{name}</bdi> to confirm.
        </>
      }
      onClose={onClose}
      form={form}
      submitLabel="Delete my account"
      variant="danger"
    >
      <Field label={label} autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.field('name')} />
    </FormDialog>
  )
}
