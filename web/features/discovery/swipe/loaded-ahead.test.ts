import { expect, test } from 'vitest'
import { hasLoadedAhead } from './loaded-ahead.ts'

/** @param spans The loaded ranges, as start and end in seconds. */
function loaded(currentTime: number, duration: number, ...spans: [number, number][]) {
  const buffered = { length: spans.length, start: (i: number) => spans[i]![0], end: (i: number) => spans[i]![1] }
  return { currentTime, duration, buffered }
}

test('a clip is loaded far enough with eight seconds, or its rest, ahead of the position', () => {
  expect(hasLoadedAhead(loaded(0, 60), { isNativeStream: false })).toBe(false)
  expect(hasLoadedAhead(loaded(0, 60, [0, 7]), { isNativeStream: false })).toBe(false)
  expect(hasLoadedAhead(loaded(0, 60, [0, 8]), { isNativeStream: false })).toBe(true)
  expect(hasLoadedAhead(loaded(55, 60, [50, 60]), { isNativeStream: false })).toBe(true)
  expect(hasLoadedAhead(loaded(0, 3, [0, 2.9]), { isNativeStream: false })).toBe(true)
})

test('only the loaded range at the position counts, once the duration is known', () => {
  expect(hasLoadedAhead(loaded(20, 60, [0, 10], [30, 60]), { isNativeStream: false })).toBe(false)
  expect(hasLoadedAhead(loaded(0, Number.NaN, [0, 60]), { isNativeStream: false })).toBe(false)
})

test('for a natively played stream only the played part counts', () => {
  expect(hasLoadedAhead(loaded(0.5, 60, [0, 60]), { isNativeStream: true })).toBe(false)
  expect(hasLoadedAhead(loaded(3, 60, [0, 60]), { isNativeStream: true })).toBe(true)
})
