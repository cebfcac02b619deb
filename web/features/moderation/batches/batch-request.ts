import type { BatchKind } from '../../../../contract/moderation/batches.ts'
import { onSignOut } from '../../../viewer/personal-state.ts'

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

/** Returns a random UUID. `crypto.randomUUID` exists only over HTTPS and on the same machine. */
function newBatchId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, i) => {
    // The version and the variant of a random UUID.
    const fixed = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte
    return fixed.toString(16).padStart(2, '0')
  }).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
