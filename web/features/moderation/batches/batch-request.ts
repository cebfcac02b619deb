import type { BatchKind } from '../../../../contract/moderation/batches.ts'
import { onSignOut } from '../../../viewer/personal-state.ts'
import { newBatchId } from './new-batch-id.ts'

type Until = string | null | undefined

interface BatchRequest {
  id: string
  until: Until
}

const DAY_MS = 24 * 3_600_000

/** The request for the current draft, until the server has answered it. */
let unanswered: (BatchRequest & { kind: BatchKind; days: number | undefined }) | undefined
export const forgetBatchRequest = (): void => void (unanswered = undefined)
onSignOut(forgetBatchRequest)

/**
 * Returns the id and the end of the enforcement to send. They stay equal while the draft is sent again with the same
 * duration, also after its dialog was closed, so that a request whose reply was lost is not carried out twice.
 */
export function prepareBatchRequest(kind: BatchKind, until: Until): BatchRequest {
  const same = unanswered?.kind === kind ? unanswered : undefined
  const days = until ? Math.round((Date.parse(until) - Date.now()) / DAY_MS) : undefined
  const kept = same?.days === days ? same?.until : undefined
  unanswered = { id: same?.id ?? newBatchId(), kind, until: kept ?? until, days }
  return unanswered
}
