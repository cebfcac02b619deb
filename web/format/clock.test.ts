import { expect, test } from 'vitest'
import { clock } from './clock.ts'

test('seconds always have two digits, and minutes have two digits after hours', () => {
  expect([0, 5.99, 65, 750, 3_723].map(clock)).toEqual(['0:00', '0:05', '1:05', '12:30', '1:02:03'])
})
