import { smallerPiece, WHOLE } from './piece-size.ts'
import { retryDelayMs } from './retry.ts'

/**
 * The state that is shown to the user.
 * - `sending`: the upload continues from `fromBytes`, the server's position. That is 0 until the server has been asked.
 *   `isCut`: pieces are smaller than before, because the last request did not get through.
 * - `waiting`: the connection or the server is unavailable, and the upload continues by itself. `reason` is the
 *   server's sentence, if it sent one.
 */
export type UploadState =
  | { kind: 'sending'; fromBytes: number; isCut?: boolean }
  | { kind: 'paused' }
  | { kind: 'waiting'; reason: string | undefined }

/** The state of an upload between two events. */
export interface Sending {
  phase: UploadState['kind'] | 'over'
  /** The state that is shown. A retry may fail again, so it counts as waiting until the server has answered. */
  shown: UploadState
  /** Number of attempts in a row that delivered no byte. */
  failures: number
  /** Number of bytes that the server has acknowledged. */
  arrivedBytes: number
  /** Number of bytes that left this device after the last acknowledgement and never arrived. */
  lostBytes: number
  sizeBytes: number
  /** Maximum number of bytes per request. */
  pieceBytes: number
}

export type UploadEvent =
  | { type: 'resume' }
  | { type: 'pause' }
  | { type: 'cancel' }
  /** The network has returned, or the delay before a retry is over. */
  | { type: 'retry' }
  | { type: 'offline' }
  /**
   * The server states its position. `isAskedFor`: whether this answers a request that only asked for the position and
   * carried no bytes. `sentBytes`: the position that the previous request had reached. Both byte counts start at the
   * beginning of the file.
   */
  | { type: 'acknowledged'; arrivedBytes: number; isAskedFor: boolean; sentBytes: number }
  /** A proxy does not accept a request of that size. */
  | { type: 'too-large'; error: unknown }
  /** A request ended without a response: the connection was lost, or the file can no longer be read. */
  | { type: 'unanswered' }
  | { type: 'file-readable' }
  /** The server cannot accept the request at the moment. */
  | { type: 'delayed'; reason: string }
  | { type: 'arrived' }
  | { type: 'failed'; error: unknown }

/** An action that follows an event. Effects are executed in order. */
export type Effect =
  | { do: 'send' }
  /** Later requests carry at most this many bytes. */
  | { do: 'use-pieces'; pieceBytes: number }
  /** The server has received a piece of this size. */
  | { do: 'remember-pieces'; pieceBytes: number }
  | { do: 'stop' }
  | { do: 'drop' }
  | { do: 'check-file' }
  | { do: 'retry'; afterMs: number }
  | { do: 'resolve' }
  | { do: 'reject'; error: unknown }

interface Advance {
  next: Sending
  effects: Effect[]
}

/**
 * Maximum number of bytes that may be lost on the way. A greater loss means that a proxy buffers whole requests.
 * Without such a proxy, only bytes in the device's own buffers can be lost.
 */
const LOST_MAX_BYTES = 2_000_000

/** Returns the initial state. The upload starts with `resume`. */
export function initialState(sizeBytes: number, pieceBytes = WHOLE): Sending {
  const nothing = { failures: 0, arrivedBytes: 0, lostBytes: 0 }
  return { phase: 'paused', shown: { kind: 'paused' }, ...nothing, sizeBytes, pieceBytes }
}

/** Returns the next state and the effects of an event. A finished upload does not change. */
export function advance(now: Sending, event: UploadEvent): Advance {
  if (now.phase === 'over') return stay(now)
  switch (event.type) {
    case 'resume':
      return now.phase === 'paused' ? send(now) : stay(now)
    case 'retry':
      return now.phase === 'waiting' ? send(now) : stay(now)
    case 'pause':
      return { next: { ...now, phase: 'paused', shown: { kind: 'paused' } }, effects: [{ do: 'stop' }] }
    case 'cancel': {
      const { next, effects } = end(now, new DOMException('Cancelled', 'AbortError'))
      return { next, effects: [...effects, { do: 'drop' }] }
    }
    case 'offline':
      // The request itself would notice a lost network only after minutes.
      return now.phase === 'sending' ? wait(now, undefined, [{ do: 'stop' }]) : stay(now)
    case 'acknowledged':
      return acknowledge(now, event)
    case 'unanswered':
      return { next: now, effects: [{ do: 'check-file' }] }
    case 'file-readable':
      return now.phase === 'sending' ? wait(now, undefined) : stay(now)
    case 'too-large':
      return cutSmaller(now, event.error)
    case 'delayed':
      return wait(now, event.reason)
    case 'arrived':
      return { next: { ...now, phase: 'over' }, effects: [{ do: 'resolve' }] }
    case 'failed':
      return end(now, event.error)
  }
}

function stay(now: Sending): Advance {
  return { next: now, effects: [] }
}

function send(now: Sending): Advance {
  const shown: UploadState = now.phase === 'waiting' ? now.shown : { kind: 'sending', fromBytes: 0 }
  return { next: { ...now, phase: 'sending', shown }, effects: [{ do: 'send' }] }
}

function wait(now: Sending, reason: string | undefined, first: Effect[] = []): Advance {
  const afterMs = retryDelayMs(now.failures)
  const next: Sending = { ...now, phase: 'waiting', shown: { kind: 'waiting', reason }, failures: now.failures + 1 }
  return { next, effects: [...first, { do: 'retry', afterMs }] }
}

function acknowledge(now: Sending, event: Extract<UploadEvent, { type: 'acknowledged' }>): Advance {
  const { arrivedBytes, isAskedFor } = event
  const hasGrown = arrivedBytes > now.arrivedBytes
  const next: Sending = {
    ...now,
    phase: isAskedFor ? 'sending' : now.phase,
    shown: isAskedFor
      ? { ...(now.shown.kind === 'sending' && now.shown), kind: 'sending', fromBytes: arrivedBytes }
      : now.shown,
    failures: hasGrown ? 0 : now.failures,
    lostBytes: hasGrown ? 0 : now.lostBytes + Math.max(0, event.sentBytes - arrivedBytes),
    arrivedBytes,
  }
  if (hasGrown && !isAskedFor && now.pieceBytes < WHOLE) {
    return { next, effects: [{ do: 'remember-pieces', pieceBytes: now.pieceBytes }] }
  }
  const smaller = next.lostBytes > LOST_MAX_BYTES ? smallerPiece(requestBytes(next)) : undefined
  return smaller === undefined ? { next, effects: [] } : cut(next, smaller)
}

/**
 * Retries with smaller pieces. A proxy refuses a large request at once, so no bytes are lost and no delay is needed.
 */
function cutSmaller(now: Sending, error: unknown): Advance {
  const smaller = smallerPiece(requestBytes(now))
  if (smaller === undefined) return end(now, error)
  const { next, effects } = cut(now, smaller)
  return { next, effects: [...effects, { do: 'send' }] }
}

function cut(now: Sending, pieceBytes: number): Advance {
  const shown: UploadState = { kind: 'sending', fromBytes: now.arrivedBytes, isCut: true }
  return { next: { ...now, shown, pieceBytes, lostBytes: 0 }, effects: [{ do: 'use-pieces', pieceBytes }] }
}

const requestBytes = ({ pieceBytes, sizeBytes, arrivedBytes }: Sending) =>
  Math.min(pieceBytes, sizeBytes - arrivedBytes)

function end(now: Sending, error: unknown): Advance {
  return { next: { ...now, phase: 'over' }, effects: [{ do: 'stop' }, { do: 'reject', error }] }
}
