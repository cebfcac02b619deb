import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { DELETION_GRACE_DAYS, requestDeletion, RequestDeletionBody } from '../../../../contract/account/deletion.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { formatDeadline } from '../../../format/day.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { replaceUser } from '../../../viewer/viewer.queries.ts'

const effects = {
  'At once':
    'your profile, clips and comments are hidden, and you’re signed out everywhere. Uploads in progress are cancelled.',
  [`For ${DELETION_GRACE_DAYS} days`]: 'sign in to cancel. You’ll get everything back as it was.',
  'After that':
    'your account is permanently deleted, along with your clips, comments, likes and follows. Download anything you want to keep first.',
  'What stays':
    'your creator number and username are never reused. Moderation decisions stay in the public log, which contains no names.',
}

/** Explains what a deletion removes, and opens the dialog that confirms it. */
export function LeavePart({ user }: { user: OwnUser }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <TitledSection id="leave" title="Leave">
      <div className="mt-2 flex max-w-[39em] flex-col gap-3 text-ink-muted">
        {Object.entries(effects).map(([when, effect]) => (
          <p key={when}>
            <strong className="font-strong text-ink">{when}:</strong> {effect}
          </p>
        ))}
      </div>
      <Button variant="danger" className="mt-5" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {isAsking && <LeaveDialog user={user} onClose={() => setAsking(false)} />}
    </TitledSection>
  )
}

/**
 * Confirms the deletion of the account. To prevent an accident, the owner types their username, or their e-mail address
 * if they have no username.
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
      replaceUser(client, null, { signedOutId: user.id })
      showToast(
        'Your account is hidden and scheduled for deletion',
        `We’ll delete it on ${formatDeadline(deleteAfter)}. Sign in before that to keep it.`,
      )
    },
    onError: toastFailure('Your account wasn’t deleted'),
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
      dirty={false}
      onClose={onClose}
      form={form}
      submitLabel="Delete my account"
      variant="danger"
    >
      <Field label={label} autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.field('name')} />
    </FormDialog>
  )
}
