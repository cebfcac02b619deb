import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { type Decision, FACTS_MAX_LENGTH, liftDecision } from '../../../../contract/moderation/decisions.ts'
import { call } from '../../../net/api.ts'
import { showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { showRefusal } from '../decisions/show-refusal.ts'
import { describeDecision } from '../decisions/describe-decision.ts'
import { allCases } from './case.queries.ts'

/** Revokes a decision. Its effects are undone, and the affected person reads the reason. */
export function LiftDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const client = useQueryClient()
  const [answer, setAnswer] = useState('')
  const lift = useMutation({
    mutationFn: () => call(liftDecision, { params: { id: decision.id }, body: { answer } }),
    onSuccess: () => {
      showToast('Decision reversed', 'Its effects are undone, and the creator will see your explanation.')
      onClose()
    },
    onError: (error) => showRefusal(error, 'We couldn’t reverse the decision'),
    onSettled: () => client.invalidateQueries(allCases),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    lift.mutate()
  }
  return (
    <Dialog
      title="Reverse this decision?"
      description={<bdi className="line-clamp-2">{`${describeDecision(decision)}: “${decision.subject}”`}</bdi>}
      dirty={answer.trim() !== '' && !lift.isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          label="Why"
          required
          rows={3}
          maxLength={FACTS_MAX_LENGTH}
          hint="The creator will see this."
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={lift.isPending} disabled={answer.trim() === ''}>
            Reverse decision
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
