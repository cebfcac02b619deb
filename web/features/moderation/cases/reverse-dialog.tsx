import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FACTS_MAX_LENGTH, LiftBody } from '../../../../contract/moderation/decisions.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { createPersonalDrafts } from '../../../viewer/personal-drafts.ts'
import { batchesAndLists } from './affected-lists.ts'
import { touchPages } from './case.queries.ts'

interface ReverseDialogProps {
  /** Id of the decision or the batch. Names the draft of the explanation. */
  id: string
  title: string
  description: ReactNode
  hint: string
  submitLabel: string
  /** The suggested explanation. */
  answer?: string
  reverse: (body: { answer: string }) => Promise<unknown>
  /** The toast after a success. */
  done: [title: string, description: string]
  /** The title of the toast after a failure. */
  failed: string
  onClose: () => void
}

/** Unsent explanations by decision or batch. They survive an expired session. */
const draftOf = createPersonalDrafts<{ answer?: string }>()

/** Reverses one or more decisions with an explanation, which everyone affected reads. */
export function ReverseDialog({
  id,
  hint,
  answer = '',
  reverse,
  done,
  failed,
  onClose,
  ...dialog
}: ReverseDialogProps) {
  const client = useQueryClient()
  const form = useZodForm(LiftBody, {
    defaults: { answer },
    draft: draftOf(id),
    submit: async (body) => {
      await reverse(body)
      showToast(...done)
      onClose()
      touchPages(client)
    },
    onError: toastFailure(failed),
    affects: batchesAndLists,
  })
  return (
    <FormDialog {...dialog} onClose={onClose} form={form}>
      <TextArea label="Why" required rows={3} maxLength={FACTS_MAX_LENGTH} hint={hint} {...form.field('answer')} />
    </FormDialog>
  )
}
