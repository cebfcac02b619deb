import { useQueryClient } from '@tanstack/react-query'
import { DISPUTE_MAX_LENGTH, DisputeBody, disputeFirst } from '../../../../contract/videos/duplicates.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { createPersonalDrafts } from '../../../viewer/personal-drafts.ts'
import { firstHereQuery } from './duplicates.queries.ts'

/** Unsent texts by video. They stay if the session expires, which closes the dialog. */
const draftOf = createPersonalDrafts<{ text?: string }>()

/** Asks the owner why the label is wrong. The typed text is kept until the server has accepted it. */
export function DisputeDialog({ videoId, onClose }: { videoId: string; onClose: () => void }) {
  const client = useQueryClient()
  const form = useZodForm(DisputeBody, {
    defaults: { text: '' },
    draft: draftOf(videoId),
    submit: async (body) => {
      const now = await call(disputeFirst, { params: { id: videoId }, body })
      client.setQueryData(firstHereQuery(videoId).queryKey, now)
      showToast('Removed from the page')
      onClose()
    },
    onError: toastFailure('We couldn’t send this'),
    // A moderator may have decided meanwhile, or another tab has deleted the creator's own credit.
    affects: firstHereQuery(videoId),
  })
  return (
    <FormDialog
      title="What’s wrong?"
      description="We’ll remove “First published here by” right away. If this site has moderators, they’ll review it and decide."
      onClose={onClose}
      form={form}
      submitLabel="Remove it"
    >
      <TextArea
        label="Why is this wrong?"
        required
        rows={3}
        maxLength={DISPUTE_MAX_LENGTH}
        hint="Only moderators can see this."
        {...form.field('text')}
      />
    </FormDialog>
  )
}
