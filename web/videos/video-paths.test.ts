import { expect, test } from 'vitest'
import { startSecondsIn, videoPathAt } from './video-paths.ts'

test.each([
  [videoPathAt('a', 75), 75],
  ['/video/a', 0],
  ['/video/a?t=-3', 0],
  ['/video/a?t=1e9', 0],
  ['/video/a?t=12.5', 0],
  ['/video/a?t=99999999999', 0],
])('the clip of %s starts at %i seconds', (address, seconds) => {
  expect(startSecondsIn(new URL(address, 'http://reverie.test').search)).toBe(seconds)
})
