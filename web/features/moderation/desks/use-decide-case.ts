import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { decideCase, type DecisionBody } from '../../../../contract/moderation/decisions.ts'
import { call } from '../../../net/api.ts'
import { showToast } from '../../../page/toast.ts'
import { caseQuery } from '../cases/case.queries.ts'
import { describeDecision } from '../decisions/describe-decision.ts'
import { keepDraft } from '../decisions/draft.ts'
import { showRefusal } from '../decisions/show-refusal.ts'
import { takeFromQueue } from './moderation.queries.ts'

/** Sends a decision and moves on. If the server refuses it, the typed text is kept and the case is fetched again. */
export function useDecideCase({ id }: Case, onDecided: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: DecisionBody) => call(decideCase, { params: { id }, body }),
    onSuccess: (decision) => {
      keepDraft(id, undefined)
      showToast(
        describeDecision(decision),
        decision.measure === 'none' ? undefined : 'They’re told why and can appeal.',
      )
      onDecided()
      takeFromQueue(client, [id])
      void client.invalidateQueries({ queryKey: caseQuery(id).queryKey, refetchType: 'none' })
    },
    onError: (error) => {
      showRefusal(error, 'We couldn’t save the decision')
      void client.invalidateQueries({ queryKey: caseQuery(id).queryKey })
    },
  })
}
