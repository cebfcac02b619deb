import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BatchBody, makeBatch } from '../../../../contract/moderation/batches.ts'
import type { DecisionBody, Enforcement } from '../../../../contract/moderation/decisions.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { ApiError, call } from '../../../net/api.ts'
import { showToast } from '../../../page/toast.ts'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { DecisionForm } from '../decisions/decision-form.tsx'
import { keepDraft } from '../decisions/draft.ts'
import type { SubjectKind } from '../decisions/enforcements.ts'
import { showRefusal } from '../decisions/show-refusal.ts'
import { forgetBatchRequest, prepareBatchRequest } from './batch-request.ts'
import { batchesAndLists, batchesQuery } from './batches.queries.ts'
import { countOf } from './count-of.ts'
import { nounOf } from './describe-batch.ts'

interface BatchDialogProps {
  selection: Pick<BatchBody, 'kind' | 'subjectIds' | 'seenReports'>
  description: string
  /** The kind of the things that the decision is about. */
  about: SubjectKind
  /** The rules that reports name. The first one is preselected. */
  reported: RuleKey[]
  measures: Enforcement[]
  onDecided: () => void
  onClose: () => void
}

/** Decides about several accounts or cases with one reason. Sending it again after a failure decides once. */
export function BatchDialog({
  selection,
  description,
  about,
  reported,
  measures,
  onDecided,
  onClose,
}: BatchDialogProps) {
  const client = useQueryClient()
  const { kind, subjectIds } = selection
  const draft = `batch:${kind}`
  const decide = useMutation({
    mutationFn: (decision: DecisionBody) => {
      const { id, until } = prepareBatchRequest(kind, decision.until)
      return call(makeBatch, { params: { id }, body: { ...decision, ...selection, until } })
    },
    onSuccess: (made) => {
      forgetBatchRequest()
      keepDraft(draft, undefined)
      showToast('Working through the selection', 'You can follow the progress here, or leave this page.')
      client.setQueryData(batchesQuery.queryKey, (known) => ({
        batches: [made, ...(known?.batches ?? []).filter(({ id }) => id !== made.id)],
      }))
      onDecided()
      // The lists that it changes are fetched when it ends.
      void client.invalidateQueries(batchesQuery)
    },
    onError: (error) => {
      showRefusal(error, 'We couldn’t save the decision')
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return
      // An earlier request was carried out, so the list shows it, and the next one is another batch.
      forgetBatchRequest()
      void client.invalidateQueries(batchesAndLists)
    },
  })
  return (
    <Dialog
      title={`Decide about ${countOf(subjectIds.length, nounOf(kind))}`}
      description={description}
      onClose={onClose}
    >
      <DecisionForm
        subject={draft}
        kind={about}
        reported={reported}
        measures={measures}
        reach={undefined}
        pending={decide.isPending}
        Actions={DialogActions}
        onSend={decide.mutate}
      />
    </Dialog>
  )
}
