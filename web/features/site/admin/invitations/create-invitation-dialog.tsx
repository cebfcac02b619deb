import { useState } from 'react'
import {
  createInvitation,
  INVITATION_NOTE_MAX_LENGTH,
  InvitationBody,
} from '../../../../../contract/account/invitations.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialogs/dialog.tsx'
import { Field, Select, SelectOptions } from '../../../../ui/forms/field.tsx'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { invitationsAndLog } from '../admin.queries.ts'
import { LinkToHandOver } from '../link-to-hand-over.tsx'

/** Creates an invitation link, and shows it once. */
export function CreateInvitationDialog({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<string>()
  const form = useZodForm(InvitationBody, {
    defaults: { note: '', maxUses: '1', days: '7' },
    toBody: ({ note, maxUses, days }) => ({
      note,
      maxUses: Number(maxUses),
      days: days === 'never' ? null : Number(days),
    }),
    submit: async (body) => {
      const created = await call(createInvitation, { body })
      setLink(created.link)
    },
    onError: toastFailure('We couldn’t create a link'),
    affects: invitationsAndLog,
  })
  return (
    <Dialog
      title="Create an invitation link"
      description={
        link
          ? 'Copy the link now. It can’t be shown again.'
          : 'Accounts created with it are active at once, even if registration is closed or needs approval. Block lists still apply.'
      }
      dirty={form.isDirty && !link}
      closesByButton={link !== undefined}
      onClose={onClose}
    >
      {link ? (
        <LinkToHandOver
          link={link}
          hint="Anyone with this link can use it. Revoke it under People if it gets into the wrong hands."
          copied="Give it to the people you want to invite."
        />
      ) : (
        <form {...form.props} className="flex flex-col gap-5">
          <Field
            label="Note"
            maxLength={INVITATION_NOTE_MAX_LENGTH}
            hint="Who is it for? Only moderators and admins see this."
            {...form.field('note')}
          />
          <Field label="Number of accounts" inputMode="numeric" required {...form.field('maxUses')} />
          <Select label="Expires" {...form.field('days')}>
            <SelectOptions labels={{ 1: 'In 1 day', 7: 'In 7 days', 30: 'In 30 days', never: 'Never' }} />
          </Select>
          <DialogActions>
            <Button type="submit" variant="primary" pending={form.isPending}>
              Create link
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
