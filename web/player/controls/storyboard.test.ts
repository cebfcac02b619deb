import { expect, test } from 'vitest'
import { storyboardPosition } from './storyboard.ts'

test('the pictures of a storyboard lie in rows, from the first moment to the last', () => {
  expect(storyboardPosition(0, 64)).toEqual({ x: 0, y: 0 })
  expect(storyboardPosition(7.5, 64)).toEqual({ x: 100, y: 0 })
  expect(storyboardPosition(8.5, 64)).toEqual({ x: 0, y: (1 / 7) * 100 })
  expect(storyboardPosition(64, 64)).toEqual({ x: 100, y: 100 })
})
