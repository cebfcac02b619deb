import { smallerPiece, WHOLE } from './piece-size.ts'
import { retryDelayMs } from './retry.ts'

/**
 * The state of a transfer, as shown to the user.
 * - `running`: the upload continues from `fromBytes`, the server's position. That is 0 until the server has been asked.
 *   `isCut`: pieces are smaller than before, because the last request did not get through.
 * - `interrupted`: the connection or the server is unavailable, and the upload continues by itself. `reason` is the
 *   server's sentence, if it sent one.
 */
export type TransferState =
  | { kind: 'running'; fromBytes: number; isCut?: boolean }
  | { kind: 'paused' }
  | { kind: 'interrupted'; reason: string | undefined }

/** The state of a transfer between two events. */
export interface Transfer {
  phase: TransferState['kind'] | 'over'
  /** The state that is shown. A retry may fail again, so it counts as interrupted until the server has answered. */
  shown: TransferState
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

export type TransferEvent =
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
  next: Transfer
  effects: Effect[]
}

/**
 * Maximum number of bytes that may be lost on the way. A greater loss means that a proxy buffers whole requests.
 * Without such a proxy, only bytes in the device's own buffers can be lost.
 */
const LOST_MAX_BYTES = 2_000_000

/** Returns the initial state. The transfer starts with `resume`. */
export function initialState(sizeBytes: number, pieceBytes = WHOLE): Transfer {
  const nothing = { failures: 0, arrivedBytes: 0, lostBytes: 0 }
  return { phase: 'paused', shown: { kind: 'paused' }, ...nothing, sizeBytes, pieceBytes }
}

/** Returns the next state and the effects of an event. A finished transfer does not change. */
export function advance(now: Transfer, event: TransferEvent): Advance {
  if (now.phase === 'over') return stay(now)
  switch (event.type) {
    case 'resume':
      return now.phase === 'paused' ? send(now) : stay(now)
    case 'retry':
      return now.phase === 'interrupted' ? send(now) : stay(now)
    case 'pause':
      return { next: { ...now, phase: 'paused', shown: { kind: 'paused' } }, effects: [{ do: 'stop' }] }
    case 'cancel': {
      const { next, effects } = end(now, new DOMException('Cancelled', 'AbortError'))
      return { next, effects: [...effects, { do: 'drop' }] }
    }
    case 'offline':
      // The request itself would notice a lost network only after minutes.
      return now.phase === 'running' ? wait(now, undefined, [{ do: 'stop' }]) : stay(now)
    case 'acknowledged':
      return acknowledge(now, event)
    case 'unanswered':
      return { next: now, effects: [{ do: 'check-file' }] }
    case 'file-readable':
      return now.phase === 'running' ? wait(now, undefined) : stay(now)
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

function stay(now: Transfer): Advance {
  return { next: now, effects: [] }
}

function send(now: Transfer): Advance {
  const shown: TransferState = now.phase === 'interrupted' ? now.shown : { kind: 'running', fromBytes: 0 }
  return { next: { ...now, phase: 'running', shown }, effects: [{ do: 'send' }] }
}

function wait(now: Transfer, reason: string | undefined, first: Effect[] = []): Advance {
  const afterMs = retryDelayMs(now.failures)
  const next: Transfer = {
    ...now,
    phase: 'interrupted',
    shown: { kind: 'interrupted', reason },
    failures: now.failures + 1,
  }
  return { next, effects: [...first, { do: 'retry', afterMs }] }
}

function acknowledge(now: Transfer, event: Extract<TransferEvent, { type: 'acknowledged' }>): Advance {
  const { arrivedBytes, isAskedFor } = event
  const hasGrown = arrivedBytes > now.arrivedBytes
  const next: Transfer = {
    ...now,
    phase: isAskedFor ? 'running' : now.phase,
    shown: isAskedFor
      ? { ...(now.shown.kind === 'running' && now.shown), kind: 'running', fromBytes: arrivedBytes }
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
function cutSmaller(now: Transfer, error: unknown): Advance {
  const smaller = smallerPiece(requestBytes(now))
  if (smaller === undefined) return end(now, error)
  const { next, effects } = cut(now, smaller)
  return { next, effects: [...effects, { do: 'send' }] }
}

function cut(now: Transfer, pieceBytes: number): Advance {
  const shown: TransferState = { kind: 'running', fromBytes: now.arrivedBytes, isCut: true }
  return { next: { ...now, shown, pieceBytes, lostBytes: 0 }, effects: [{ do: 'use-pieces', pieceBytes }] }
}

const requestBytes = ({ pieceBytes, sizeBytes, arrivedBytes }: Transfer) =>
  Math.min(pieceBytes, sizeBytes - arrivedBytes)

function end(now: Transfer, error: unknown): Advance {
  return { next: { ...now, phase: 'over' }, effects: [{ do: 'stop' }, { do: 'reject', error }] }
}
