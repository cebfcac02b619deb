import { expect, test } from 'vitest'
import { describeTimeLeft, transferRate } from './transfer-rate.ts'

test('the rate is undefined until there are enough samples', () => {
  const rate = transferRate(1_000)
  expect(rate(0, 0).secondsLeft).toBeUndefined()
  expect(rate(100, 100).secondsLeft).toBeUndefined()
})

test('the time left is the remaining bytes divided by the speed', () => {
  const rate = transferRate(10_000)
  rate(0, 0)
  expect(rate(1_000, 1_000)).toMatchObject({ bytesPerSecond: 1_000, secondsLeft: 9 })
})

test('a slower network changes the rate within seconds', () => {
  const rate = transferRate(100_000)
  rate(0, 0)
  rate(50_000, 1_000)
  rate(50_500, 6_000)
  expect(rate(50_600, 7_000).bytesPerSecond).toBe(100)
})

test('a stalled upload shows no time left', () => {
  const rate = transferRate(1_000)
  rate(500, 0)
  expect(rate(500, 4_000).secondsLeft).toBeUndefined()
})

test.each([
  [0.2, '1 s left'],
  [7.1, '8 s left'],
  [59.5, '1 min left'],
  [61, '2 min left'],
  [3_590, '1 h left'],
  [4_800, '1 h 20 min left'],
])('%d seconds are %s', (seconds, words) => {
  expect(describeTimeLeft(seconds)).toBe(words)
})
