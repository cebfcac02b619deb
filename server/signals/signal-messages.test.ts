import { expect, test } from 'vitest'
import { asMessages, coalesced, readMessage } from './signal-messages.ts'
import { VIDEO_CHANGED, VIDEO_COUNTED } from './video-signals.ts'

const counted = (video: string, count: string, value: number) => ({
  topic: VIDEO_COUNTED,
  payload: `${video} ${count} ${value}`,
})
const changed = (payload: string) => ({ topic: VIDEO_CHANGED, payload })

test('only the last of several signals about one subject is kept', () => {
  expect(
    coalesced([
      counted('a', 'likesCount', 1),
      changed('a'),
      counted('a', 'viewsCount', 7),
      changed('b'),
      counted('a', 'likesCount', 2),
      changed('a'),
      counted('b', 'likesCount', 2),
    ]),
  ).toEqual([
    counted('a', 'viewsCount', 7),
    changed('b'),
    counted('a', 'likesCount', 2),
    changed('a'),
    counted('b', 'likesCount', 2),
  ])
})

test('signals that exceed one message are split', () => {
  const signals = Array.from({ length: 300 }, (_, i) => changed(`${'x'.repeat(40)}${i}`))
  const texts = asMessages('somebody', signals, { upTo: 300, isAfterLoss: true })
  expect(texts.length).toBeGreaterThan(1)
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8_000)
  const messages = texts.map((text) => readMessage(text)!)
  expect(messages.flatMap((message) => message.signals)).toEqual(signals)
  expect(messages.map(({ upTo, isAfterLoss }) => [upTo, isAfterLoss])).toEqual([
    ...texts.slice(1).map(() => [undefined, undefined]),
    [300, true],
  ])
})
