import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BatchBody, makeBatch } from '../../../../contract/moderation/batches.ts'
import type { DecisionBody } from '../../../../contract/moderation/decisions.ts'
import { ApiError, call } from '../../../net/api.ts'
import { showToast } from '../../../page/toast.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DecisionForm } from '../decisions/decision-form.tsx'
import { keepDraft } from '../decisions/draft.ts'
import { enforcementsFor } from '../decisions/enforcements.ts'
import { showRefusal } from '../decisions/show-refusal.ts'
import { forgetBatchRequest, prepareBatchRequest } from './batch-request.ts'
import { batchesAndAccounts } from './batches.queries.ts'
import { countOf } from './describe-batch.ts'

const DRAFT = 'batch'

interface BatchDialogProps {
  /** Ids of the selected accounts. */
  subjectIds: string[]
  onDecided: () => void
  onClose: () => void
}

/** Decides about several accounts with one reason. Sending it again after a failure decides once. */
export function BatchDialog({ subjectIds, onDecided, onClose }: BatchDialogProps) {
  const client = useQueryClient()
  const decide = useMutation({
    mutationFn: (decision: DecisionBody) => {
      const { id, until } = prepareBatchRequest(decision.until)
      return call(makeBatch, { params: { id }, body: { ...decision, until, kind: 'account', subjectIds } as BatchBody })
    },
    onSuccess: () => {
      forgetBatchRequest()
      keepDraft(DRAFT, undefined)
      showToast('Working through the selection', 'You can follow the progress here, or leave this page.')
      onDecided()
      void client.invalidateQueries(batchesAndAccounts)
    },
    onError: (error) => {
      showRefusal(error, 'We couldn’t save the decision')
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return
      // An earlier request was carried out, so the list shows it, and the next one is another batch.
      forgetBatchRequest()
      void client.invalidateQueries(batchesAndAccounts)
    },
  })
  return (
    <Dialog
      title={`Decide about ${countOf(subjectIds.length, 'account')}`}
      description="Each person is told why and can appeal. You and any admin can undo it all at once."
      onClose={onClose}
    >
      <DecisionForm
        subject={DRAFT}
        kind="account"
        reported={['spam']}
        measures={enforcementsFor('account').filter((measure) => measure !== 'none')}
        reach={undefined}
        pending={decide.isPending}
        onSend={decide.mutate}
      />
    </Dialog>
  )
}
