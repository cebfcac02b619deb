import { useQueryClient } from '@tanstack/react-query'
import { DAY_MS } from '../../../../contract/time.ts'
import { type BatchBody, makeBatch, type BatchKind } from '../../../../contract/moderation/batches.ts'
import type { DecisionBody, Enforcement } from '../../../../contract/moderation/decisions.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { countOf } from '../../../format/count.ts'
import { codeOf } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { onSignOut } from '../../../viewer/personal-state.ts'
import { DecisionForm } from '../decisions/decision-form.tsx'
import { draftOf } from '../decisions/draft.ts'
import type { SubjectKind } from '../decisions/enforcements.ts'
import { batchesAndLists } from '../cases/affected-lists.ts'
import { batchesQuery } from './batches.queries.ts'

interface BatchDialogProps {
  selection: Pick<BatchBody, 'kind' | 'subjectIds' | 'seenReports'>
  description: string
  /** The kind of content that the decision is about. */
  about: SubjectKind
  /** The rules that reports name. The first one is preselected. */
  reported: RuleKey[]
  enforcements: Enforcement[]
  onDecided: () => void
  onClose: () => void
}

/** Decides about several accounts or cases with one reason. A request that is sent again counts once. */
export function BatchDialog({
  selection,
  description,
  about,
  reported,
  enforcements,
  onDecided,
  onClose,
}: BatchDialogProps) {
  const client = useQueryClient()
  const { kind, subjectIds } = selection
  const subject = `batch:${kind}`
  const decide = useAction({
    mutationFn: (decision: DecisionBody) => {
      const { id, until } = prepareBatchRequest(kind, decision.until)
      return call(makeBatch, { params: { id }, body: { ...decision, ...selection, until } })
    },
    onSuccess: (made) => {
      forgetBatchRequest()
      draftOf(subject).store(undefined)
      showToast('Working through the selection', 'You can follow the progress here, or leave this page.')
      client.setQueryData(batchesQuery.queryKey, (known) => ({
        batches: [made, ...(known?.batches ?? []).filter(({ id }) => id !== made.id)],
      }))
      onDecided()
      void client.invalidateQueries(batchesQuery)
    },
    onError: (error) => {
      toastFailure('We couldn’t save the decision')(error)
      if (codeOf(error) !== 'CONFLICT') return
      // CONFLICT: an earlier attempt at this request, with other choices, has already succeeded. The list shows its
      // batch, and the next request makes a new batch.
      forgetBatchRequest()
      void client.invalidateQueries(batchesAndLists)
    },
  })
  return (
    <Dialog title={`Decide about ${countOf(subjectIds.length, kind)}`} description={description} onClose={onClose}>
      <DecisionForm
        subject={subject}
        kind={about}
        reported={reported}
        enforcements={enforcements}
        pending={decide.isPending}
        Actions={DialogActions}
        onSend={decide.mutate}
      />
    </Dialog>
  )
}

type Until = string | null | undefined

interface BatchRequest {
  id: string
  until: Until
}

/** The request for the current draft, until the server has answered it. */
let unanswered: (BatchRequest & { kind: BatchKind; days: number | undefined }) | undefined
const forgetBatchRequest = (): void => void (unanswered = undefined)
onSignOut(forgetBatchRequest)

/**
 * Returns the id of the batch and the end of the enforcement. A draft that is sent again keeps its id, even from a
 * reopened dialog. It keeps its end if the duration is the same. A request with a lost reply then has no second effect.
 */
function prepareBatchRequest(kind: BatchKind, until: Until): BatchRequest {
  const same = unanswered?.kind === kind ? unanswered : undefined
  const days = until ? Math.round((Date.parse(until) - Date.now()) / DAY_MS) : undefined
  const kept = same?.days === days ? same?.until : undefined
  unanswered = { id: same?.id ?? newBatchId(), kind, until: kept ?? until, days }
  return unanswered
}

/** Returns a random UUID. `crypto.randomUUID` exists only over HTTPS and on localhost. */
function newBatchId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, i) => {
    // The version and the variant of a random UUID.
    const fixed = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte
    return fixed.toString(16).padStart(2, '0')
  }).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
