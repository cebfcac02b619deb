import { expect, test } from 'vitest'
import { advance, type Effect, type Sending, unsent, type UploadEvent } from './upload-state.ts'

const SIZE = 100_000_000

/** The upload after these events, and what the last of them has it do. */
function after(...events: UploadEvent[]): { now: Sending; effects: Effect[] } {
  let now = unsent(SIZE)
  let effects: Effect[] = []
  for (const event of events) ({ next: now, effects } = advance(now, event))
  return { now, effects }
}

const begin: UploadEvent = { type: 'resume' }
const delayed: UploadEvent = { type: 'delayed', reason: 'The disk is full.' }
const asked = (arrivedBytes: number): UploadEvent => ({
  type: 'acknowledged',
  arrivedBytes,
  isAskedFor: true,
  sentBytes: arrivedBytes,
})

test('it begins at its first byte, and goes on where the server says', () => {
  expect(after(begin)).toMatchObject({ now: { shown: { state: 'sending', fromBytes: 0 } }, effects: [{ do: 'send' }] })
  expect(after(begin, asked(700)).now.shown).toEqual({ state: 'sending', fromBytes: 700 })
})

test('an answer to what is sent tells nothing new', () => {
  const answered: UploadEvent = { type: 'acknowledged', arrivedBytes: 900, isAskedFor: false, sentBytes: 900 }
  expect(after(begin, asked(700), answered).now.shown).toEqual({ state: 'sending', fromBytes: 700 })
})

test('without a network it stops at once and waits', () => {
  const { now, effects } = after(begin, { type: 'offline' })
  expect(now.shown).toEqual({ state: 'waiting', reason: undefined })
  expect(effects).toEqual([{ do: 'stop' }, { do: 'retry', afterMs: 1_000 }])
})

test('another try says that it waits until the server has answered', () => {
  const trying = after(begin, delayed, { type: 'retry' })
  expect(trying.effects).toEqual([{ do: 'send' }])
  expect(trying.now).toMatchObject({ phase: 'sending', shown: { state: 'waiting', reason: 'The disk is full.' } })
  expect(after(begin, delayed, { type: 'retry' }, asked(0)).now.shown).toEqual({ state: 'sending', fromBytes: 0 })
})

test('tries in vain come less and less often, up to half a minute, until a byte arrives', () => {
  const tries = (count: number) => Array.from({ length: count }, () => [{ type: 'retry' }, delayed] as const).flat()
  const pauseAfter = (...events: UploadEvent[]) => after(begin, ...events).effects
  expect(pauseAfter(...tries(1))).toEqual([{ do: 'retry', afterMs: 1_000 }])
  expect(pauseAfter(...tries(3))).toEqual([{ do: 'retry', afterMs: 4_000 }])
  expect(pauseAfter(...tries(9))).toEqual([{ do: 'retry', afterMs: 30_000 }])
  expect(pauseAfter(...tries(9), { type: 'retry' }, asked(1), delayed)).toEqual([{ do: 'retry', afterMs: 1_000 }])
})

test('what is paused goes on only when it is told to', () => {
  const pause: UploadEvent = { type: 'pause' }
  expect(after(begin, pause)).toMatchObject({ now: { shown: { state: 'paused' } }, effects: [{ do: 'stop' }] })
  expect(after(begin, pause, { type: 'retry' })).toMatchObject({ now: { phase: 'paused' }, effects: [] })
  expect(after(begin, pause, { type: 'offline' })).toMatchObject({ now: { phase: 'paused' }, effects: [] })
  expect(after(begin, pause, begin).effects).toEqual([{ do: 'send' }])
})

test('no answer may be the fault of the file: only one that can be read waits', () => {
  const gone = new Error('gone')
  expect(after(begin, { type: 'unanswered' }).effects).toEqual([{ do: 'check-file' }])
  expect(after(begin, { type: 'unanswered' }, { type: 'file-readable' }).now.phase).toBe('waiting')
  expect(after(begin, { type: 'unanswered' }, { type: 'failed', error: gone }).effects).toContainEqual({
    do: 'reject',
    error: gone,
  })
})

test('what is cancelled is dropped by the server as well', () => {
  const { effects } = after(begin, { type: 'cancel' })
  expect(effects.map((effect) => effect.do)).toEqual(['stop', 'reject', 'drop'])
})

test('nothing happens to what is over', () => {
  const over: UploadEvent[] = [begin, { type: 'arrived' }]
  expect(after(...over).effects).toEqual([{ do: 'resolve' }])
  for (const event of [begin, delayed, asked(5), { type: 'pause' }, { type: 'cancel' }] as UploadEvent[]) {
    expect(after(...over, event)).toEqual({ now: after(...over).now, effects: [] })
  }
})

const refused = new Error('413')
const tooLarge: UploadEvent = { type: 'too-large', error: refused }
/** The server is asked again after a request of which so much had left. */
const askedAfter = (sentBytes: number, arrivedBytes = 0): UploadEvent => ({
  type: 'acknowledged',
  arrivedBytes,
  isAskedFor: true,
  sentBytes,
})

test('what a proxy refuses for its size goes in smaller and smaller pieces, and at last is refused', () => {
  expect(after(begin, tooLarge).effects).toEqual([{ do: 'use-pieces', pieceBytes: 16_000_000 }, { do: 'send' }])
  expect(after(begin, tooLarge, tooLarge).effects).toEqual([
    { do: 'use-pieces', pieceBytes: 1_000_000 },
    { do: 'send' },
  ])
  expect(after(begin, tooLarge, tooLarge, tooLarge).effects).toContainEqual({ do: 'reject', error: refused })
})

test('the person is told why it begins anew, until it is paused or waits', () => {
  const cut = { state: 'sending', fromBytes: 0, isCut: true }
  expect(after(begin, tooLarge).now.shown).toEqual(cut)
  expect(after(begin, tooLarge, asked(0)).now.shown).toEqual(cut)
  expect(after(begin, asked(0), askedAfter(30_000_000)).now.shown).toEqual(cut)
  expect(after(begin, tooLarge, delayed, { type: 'retry' }, asked(7)).now.shown).toEqual({
    state: 'sending',
    fromBytes: 7,
  })
})

test('no piece is tried that is as large as what was refused', () => {
  const { effects } = after(begin, asked(SIZE - 3_000_000), tooLarge)
  expect(effects).toEqual([{ do: 'use-pieces', pieceBytes: 1_000_000 }, { do: 'send' }])
})

test('where much has left and nothing has arrived, pieces follow, also when it took several tries', () => {
  expect(after(begin, asked(0), askedAfter(30_000_000)).effects).toEqual([{ do: 'use-pieces', pieceBytes: 16_000_000 }])
  expect(after(begin, asked(0), askedAfter(1_500_000)).effects).toEqual([])
  expect(after(begin, asked(0), askedAfter(1_500_000), askedAfter(1_500_000)).effects).toEqual([
    { do: 'use-pieces', pieceBytes: 16_000_000 },
  ])
})

test('whatever arrives of a lost request shows that nothing holds it back', () => {
  const { now, effects } = after(begin, asked(0), askedAfter(30_000_000, 26_000_000))
  expect([now.pieceBytes, effects]).toEqual([Infinity, []])
})

test('a size is remembered when a piece has arrived', () => {
  const answered: UploadEvent = {
    type: 'acknowledged',
    arrivedBytes: 16_000_000,
    isAskedFor: false,
    sentBytes: 16_000_000,
  }
  expect(after(begin, tooLarge, asked(0), answered).effects).toEqual([
    { do: 'remember-pieces', pieceBytes: 16_000_000 },
  ])
  expect(after(begin, asked(0), answered).effects).toEqual([])
})
