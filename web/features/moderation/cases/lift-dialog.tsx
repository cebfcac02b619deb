import { useQueryClient } from '@tanstack/react-query'
import { type Decision, FACTS_MAX_LENGTH, LiftBody, liftDecision } from '../../../../contract/moderation/decisions.ts'
import { call, showRefusal } from '../../../net/api.ts'
import { showToast } from '../../../page/toast.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { describeDecision } from '../decisions/describe-decision.ts'
import { allCases } from './case.queries.ts'

/** Revokes a decision. Its effects are undone, and the affected person reads the reason. */
export function LiftDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries(allCases)
  const form = useZodForm(LiftBody, {
    defaults: { answer: '' },
    submit: async (body) => {
      await call(liftDecision, { params: { id: decision.id }, body })
      showToast('Decision reversed', 'Its effects are undone, and the creator will see your explanation.')
      onClose()
      await refresh()
    },
    onError: (error) => {
      showRefusal(error, 'We couldn’t reverse the decision')
      void refresh()
    },
  })
  return (
    <FormDialog
      title="Reverse this decision?"
      description={<bdi className="line-clamp-2">{`${describeDecision(decision)}: “${decision.subject}”`}</bdi>}
      onClose={onClose}
      form={form}
      submitLabel="Reverse decision"
      isSubmitDisabled={form.values.answer.trim() === ''}
    >
      <TextArea
        label="Why"
        required
        rows={3}
        maxLength={FACTS_MAX_LENGTH}
        hint="The creator will see this."
        {...form.field('answer')}
      />
    </FormDialog>
  )
}
