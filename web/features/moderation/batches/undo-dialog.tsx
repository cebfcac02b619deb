import { useQueryClient } from '@tanstack/react-query'
import { type Batch, undoBatch } from '../../../../contract/moderation/batches.ts'
import { FACTS_MAX_LENGTH, LiftBody } from '../../../../contract/moderation/decisions.ts'
import { call, showRefusal } from '../../../net/api.ts'
import { showToast } from '../../../page/toast.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { batchesAndLists } from './batches.queries.ts'
import { describeBatch } from './describe-batch.ts'

/** Reverses all decisions of a batch. Everyone affected reads the same sentence. */
export function UndoDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const client = useQueryClient()
  const form = useZodForm(LiftBody, {
    defaults: { answer: 'This decision was made by mistake and has been undone. Sorry!' },
    submit: async (body) => {
      await call(undoBatch, { params: { id: batch.id }, body })
      showToast('Undoing the decisions', 'You can follow the progress here, or leave this page.')
      onClose()
      await client.invalidateQueries(batchesAndLists)
    },
    onError: (error) => {
      showRefusal(error, 'We couldn’t undo the decisions')
      void client.invalidateQueries(batchesAndLists)
    },
  })
  return (
    <FormDialog
      title="Undo all of these decisions?"
      description={`${describeBatch(batch)}. Other decisions about them stay in force.`}
      onClose={onClose}
      form={form}
      submitLabel="Undo all"
      isSubmitDisabled={form.values.answer.trim() === ''}
    >
      <TextArea
        label="Why"
        required
        rows={3}
        maxLength={FACTS_MAX_LENGTH}
        hint="Everyone affected will see this."
        {...form.field('answer')}
      />
    </FormDialog>
  )
}
