import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

/** A number beyond the range of a double, which becomes `Infinity`. */
const HUGE = '9'.repeat(400)

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  [`bytes=90-${HUGE}`, { start: 90, end: 99 }],
  [`bytes=-${HUGE}`, { start: 0, end: 99 }],
])('the range %s of 100 bytes is served', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=9007199254740993-', `bytes=${HUGE}-${HUGE}`])(
  'the range %s is outside of 100 bytes',
  (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable')
  },
)

test.each([undefined, '', 'bytes=-', 'bytes=5-3', 'items=0-1', 'bytes=0-1,4-5', 'bytes=a-b'])(
  '%s is answered with the whole body',
  (header) => {
    expect(parseRange(header, 100)).toBeUndefined()
  },
)
