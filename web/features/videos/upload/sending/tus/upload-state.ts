import { smallerPiece, WHOLE } from './piece-size.ts'
import { retryDelayMs } from './retry.ts'

/**
 * - `sending`: from `fromBytes` on, as the server says; 0 from the beginning, and until it has been asked. `isCut`: in
 *   smaller pieces than before, because what was sent last did not get through.
 * - `waiting`: the connection or the server is away; it goes on by itself. `reason` is the server's sentence, if it had
 *   one.
 */
export type UploadState =
  | { state: 'sending'; fromBytes: number; isCut?: boolean }
  | { state: 'paused' }
  | { state: 'waiting'; reason: string | undefined }

/** An upload between two events. */
export interface Sending {
  phase: UploadState['state'] | 'over'
  /** Another try may be in vain: until the server has answered, a person is told that it still waits. */
  shown: UploadState
  /** Tries in a row in which no byte arrived. */
  failures: number
  /** So much the server has said that it has. */
  arrivedBytes: number
  /** What left this device since then and never arrived. */
  lostBytes: number
  sizeBytes: number
  /** The most that a request carries. */
  pieceBytes: number
}

/** What happens to an upload. */
export type UploadEvent =
  | { type: 'resume' }
  | { type: 'pause' }
  | { type: 'cancel' }
  /** The network has come, or it is time for another try. */
  | { type: 'retry' }
  | { type: 'offline' }
  /**
   * The server says what it has. `isAskedFor`: before anything is sent, not with the answer to that. `sentBytes`: how far
   * the request before had come; like all of these, from the file's first byte.
   */
  | { type: 'acknowledged'; arrivedBytes: number; isAskedFor: boolean; sentBytes: number }
  /** A proxy takes no request of that size. */
  | { type: 'too-large'; error: unknown }
  /** A request ended without an answer: the connection is lost, or the file cannot be read any more. */
  | { type: 'unanswered' }
  | { type: 'file-readable' }
  /** The server cannot take it just now. */
  | { type: 'delayed'; reason: string }
  | { type: 'arrived' }
  | { type: 'failed'; error: unknown }

/** What is to be done about it, in order. */
export type Effect =
  | { do: 'send' }
  /** From now on. */
  | { do: 'use-pieces'; pieceBytes: number }
  /** The server has got one of them. */
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
 * More than this is not lost on the way: something in between gathers a request before it passes it on. Without such a
 * proxy some of what left a device has always arrived, but for what the system's own buffers held.
 */
const LOST_MAX_BYTES = 2_000_000

/** It begins with `resume`. */
export function unsent(sizeBytes: number, pieceBytes = WHOLE): Sending {
  const nothing = { failures: 0, arrivedBytes: 0, lostBytes: 0 }
  return { phase: 'paused', shown: { state: 'paused' }, ...nothing, sizeBytes, pieceBytes }
}

/** How an upload goes on after an event. What is over stays so. */
export function advance(now: Sending, event: UploadEvent): Advance {
  if (now.phase === 'over') return stay(now)
  switch (event.type) {
    case 'resume':
      return now.phase === 'paused' ? send(now) : stay(now)
    case 'retry':
      return now.phase === 'waiting' ? send(now) : stay(now)
    case 'pause':
      return { next: { ...now, phase: 'paused', shown: { state: 'paused' } }, effects: [{ do: 'stop' }] }
    case 'cancel': {
      const { next, effects } = end(now, new DOMException('Cancelled', 'AbortError'))
      return { next, effects: [...effects, { do: 'drop' }] }
    }
    case 'offline':
      // The request would notice only after minutes.
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
  const shown: UploadState = now.phase === 'waiting' ? now.shown : { state: 'sending', fromBytes: 0 }
  return { next: { ...now, phase: 'sending', shown }, effects: [{ do: 'send' }] }
}

function wait(now: Sending, reason: string | undefined, first: Effect[] = []): Advance {
  const afterMs = retryDelayMs(now.failures)
  const next: Sending = { ...now, phase: 'waiting', shown: { state: 'waiting', reason }, failures: now.failures + 1 }
  return { next, effects: [...first, { do: 'retry', afterMs }] }
}

function acknowledge(now: Sending, event: Extract<UploadEvent, { type: 'acknowledged' }>): Advance {
  const { arrivedBytes, isAskedFor } = event
  const hasGrown = arrivedBytes > now.arrivedBytes
  const next: Sending = {
    ...now,
    phase: isAskedFor ? 'sending' : now.phase,
    shown: isAskedFor
      ? { ...(isSending(now.shown) && now.shown), state: 'sending', fromBytes: arrivedBytes }
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

/** A proxy says so at once: nothing was lost that a pause would bring back. */
function cutSmaller(now: Sending, error: unknown): Advance {
  const smaller = smallerPiece(requestBytes(now))
  if (smaller === undefined) return end(now, error)
  const { next, effects } = cut(now, smaller)
  return { next, effects: [...effects, { do: 'send' }] }
}

function cut(now: Sending, pieceBytes: number): Advance {
  const shown: UploadState = { state: 'sending', fromBytes: now.arrivedBytes, isCut: true }
  return { next: { ...now, shown, pieceBytes, lostBytes: 0 }, effects: [{ do: 'use-pieces', pieceBytes }] }
}

function isSending(shown: UploadState): shown is Extract<UploadState, { state: 'sending' }> {
  return shown.state === 'sending'
}

const requestBytes = ({ pieceBytes, sizeBytes, arrivedBytes }: Sending) =>
  Math.min(pieceBytes, sizeBytes - arrivedBytes)

function end(now: Sending, error: unknown): Advance {
  return { next: { ...now, phase: 'over' }, effects: [{ do: 'stop' }, { do: 'reject', error }] }
}
