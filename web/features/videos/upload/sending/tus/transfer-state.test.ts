import { expect, test } from 'vitest'
import { advance, type Effect, type Transfer, initialState, type TransferEvent } from './transfer-state.ts'

const SIZE = 100_000_000

/** Returns the upload after these events, and the effects of the last one. */
function after(...events: TransferEvent[]): { now: Transfer; effects: Effect[] } {
  let now = initialState(SIZE)
  let effects: Effect[] = []
  for (const event of events) ({ next: now, effects } = advance(now, event))
  return { now, effects }
}

const begin: TransferEvent = { type: 'resume' }
const delayed: TransferEvent = { type: 'delayed', reason: 'The disk is full.' }
/** The server's answer about its position. `sentBytes` of the request had left the device. */
const asked = (arrivedBytes: number, sentBytes = arrivedBytes): TransferEvent => {
  return { type: 'acknowledged', arrivedBytes, isAskedFor: true, sentBytes }
}
/** The response to sent bytes. */
const answered = (bytes: number): TransferEvent => {
  return { type: 'acknowledged', arrivedBytes: bytes, isAskedFor: false, sentBytes: bytes }
}

test("an upload starts at its first byte and continues from the server's position", () => {
  expect(after(begin)).toMatchObject({ now: { shown: { kind: 'running', fromBytes: 0 } }, effects: [{ do: 'send' }] })
  expect(after(begin, asked(700)).now.shown).toEqual({ kind: 'running', fromBytes: 700 })
})

test('a response to sent bytes does not change the shown position', () => {
  expect(after(begin, asked(700), answered(900)).now.shown).toEqual({ kind: 'running', fromBytes: 700 })
})

test('without a network an upload stops at once and waits', () => {
  const { now, effects } = after(begin, { type: 'offline' })
  expect(now.shown).toEqual({ kind: 'interrupted', reason: undefined })
  expect(effects).toEqual([{ do: 'stop' }, { do: 'retry', afterMs: 1_000 }])
})

test('an upload that is retried is shown as waiting until the server has answered', () => {
  const trying = after(begin, delayed, { type: 'retry' })
  expect(trying.effects).toEqual([{ do: 'send' }])
  expect(trying.now).toMatchObject({ phase: 'running', shown: { kind: 'interrupted', reason: 'The disk is full.' } })
  expect(after(begin, delayed, { type: 'retry' }, asked(0)).now.shown).toEqual({ kind: 'running', fromBytes: 0 })
})

test('the delay between retries doubles up to a limit, and starts again once a byte arrives', () => {
  const tries = (count: number) => Array.from({ length: count }, () => [{ type: 'retry' }, delayed] as const).flat()
  const pauseAfter = (...events: TransferEvent[]) => after(begin, ...events).effects
  expect(pauseAfter(...tries(1))).toEqual([{ do: 'retry', afterMs: 1_000 }])
  expect(pauseAfter(...tries(3))).toEqual([{ do: 'retry', afterMs: 4_000 }])
  expect(pauseAfter(...tries(9))).toEqual([{ do: 'retry', afterMs: 30_000 }])
  expect(pauseAfter(...tries(9), { type: 'retry' }, asked(1), delayed)).toEqual([{ do: 'retry', afterMs: 1_000 }])
})

test('a paused upload continues only after a resume', () => {
  const pause: TransferEvent = { type: 'pause' }
  expect(after(begin, pause)).toMatchObject({ now: { shown: { kind: 'paused' } }, effects: [{ do: 'stop' }] })
  expect(after(begin, pause, { type: 'retry' })).toMatchObject({ now: { phase: 'paused' }, effects: [] })
  expect(after(begin, pause, { type: 'offline' })).toMatchObject({ now: { phase: 'paused' }, effects: [] })
  expect(after(begin, pause, begin).effects).toEqual([{ do: 'send' }])
})

test('an upload without a response waits if its file is still readable, and fails otherwise', () => {
  const gone = new Error('gone')
  expect(after(begin, { type: 'unanswered' }).effects).toEqual([{ do: 'check-file' }])
  expect(after(begin, { type: 'unanswered' }, { type: 'file-readable' }).now.phase).toBe('interrupted')
  expect(after(begin, { type: 'unanswered' }, { type: 'failed', error: gone }).effects).toContainEqual({
    do: 'reject',
    error: gone,
  })
})

test('cancelling an upload deletes it on the server', () => {
  const { effects } = after(begin, { type: 'cancel' })
  expect(effects.map((effect) => effect.do)).toEqual(['stop', 'reject', 'drop'])
})

test('later events do not change a finished upload', () => {
  const over: TransferEvent[] = [begin, { type: 'arrived' }]
  expect(after(...over).effects).toEqual([{ do: 'resolve' }])
  for (const event of [begin, delayed, asked(5), { type: 'pause' }, { type: 'cancel' }] as TransferEvent[]) {
    expect(after(...over, event)).toEqual({ now: after(...over).now, effects: [] })
  }
})

const refused = new Error('413')
const tooLarge: TransferEvent = { type: 'too-large', error: refused }
const askedAfter = (sentBytes: number, arrivedBytes = 0) => asked(arrivedBytes, sentBytes)

test('pieces shrink until the proxy accepts one or the upload fails', () => {
  expect(after(begin, tooLarge).effects).toEqual([{ do: 'use-pieces', pieceBytes: 16_000_000 }, { do: 'send' }])
  expect(after(begin, tooLarge, tooLarge).effects).toEqual([
    { do: 'use-pieces', pieceBytes: 1_000_000 },
    { do: 'send' },
  ])
  expect(after(begin, tooLarge, tooLarge, tooLarge).effects).toContainEqual({ do: 'reject', error: refused })
})

test('the reason for the restart is shown until the next pause or wait', () => {
  const cut = { kind: 'running', fromBytes: 0, isCut: true }
  expect(after(begin, tooLarge).now.shown).toEqual(cut)
  expect(after(begin, tooLarge, asked(0)).now.shown).toEqual(cut)
  expect(after(begin, asked(0), askedAfter(30_000_000)).now.shown).toEqual(cut)
  expect(after(begin, tooLarge, delayed, { type: 'retry' }, asked(7)).now.shown).toEqual({
    kind: 'running',
    fromBytes: 7,
  })
})

test('after a proxy refuses a piece, later pieces are smaller', () => {
  const { effects } = after(begin, asked(SIZE - 3_000_000), tooLarge)
  expect(effects).toEqual([{ do: 'use-pieces', pieceBytes: 1_000_000 }, { do: 'send' }])
})

test('an upload switches to pieces after many bytes were lost', () => {
  expect(after(begin, asked(0), askedAfter(30_000_000)).effects).toEqual([{ do: 'use-pieces', pieceBytes: 16_000_000 }])
  expect(after(begin, asked(0), askedAfter(1_500_000)).effects).toEqual([])
  expect(after(begin, asked(0), askedAfter(1_500_000), askedAfter(1_500_000)).effects).toEqual([
    { do: 'use-pieces', pieceBytes: 16_000_000 },
  ])
})

test('an upload does not switch to pieces if some bytes of a lost request arrived', () => {
  const { now, effects } = after(begin, asked(0), askedAfter(30_000_000, 26_000_000))
  expect([now.pieceBytes, effects]).toEqual([Infinity, []])
})

test('the piece size is remembered once a piece has arrived', () => {
  const effects = [{ do: 'remember-pieces', pieceBytes: 16_000_000 }]
  expect(after(begin, tooLarge, asked(0), answered(16_000_000)).effects).toEqual(effects)
  expect(after(begin, asked(0), answered(16_000_000)).effects).toEqual([])
})
