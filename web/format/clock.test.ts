import { expect, test } from 'vitest'
import { formatClock, formatLength } from './clock.ts'

test('seconds always have two digits, and minutes have two digits after hours', () => {
  expect([0, 5.99, 65, 750, 3_723].map(formatClock)).toEqual(['0:00', '0:05', '1:05', '12:30', '1:02:03'])
})

test('the length of a clip is rounded, and never zero', () => {
  expect([0.04, 0.6, 5.4, 9.96, 59.7].map(formatLength)).toEqual(['0:01', '0:01', '0:05', '0:10', '1:00'])
})
