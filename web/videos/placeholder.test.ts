import { expect, onTestFinished, test, vi } from 'vitest'
import { placeholderImage } from './placeholder.ts'

/** Returns a thumbhash of one colour, which differs for each number up to 4,096. */
function hashOf(number: number): string {
  return btoa(String.fromCharCode(number % 64, Math.floor(number / 64), 0, 9, 0, 0, 0, 0, 0, 0, 0, 0))
}

test('a placeholder is drawn once, and the oldest of many are forgotten', () => {
  const decode = vi.spyOn(globalThis, 'atob')
  onTestFinished(() => decode.mockRestore())
  const image = placeholderImage(hashOf(0))
  expect(image).toMatch(/^url\(data:image\/png/)
  expect(placeholderImage(hashOf(0))).toBe(image)
  expect(decode).toHaveBeenCalledTimes(1)
  for (let number = 1; number <= 1_000; number++) placeholderImage(hashOf(number))
  placeholderImage(hashOf(1_000))
  expect(decode).toHaveBeenCalledTimes(1_001)
  expect(placeholderImage(hashOf(0))).toBe(image)
  expect(decode).toHaveBeenCalledTimes(1_002)
})
