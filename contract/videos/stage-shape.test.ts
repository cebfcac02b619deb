import { expect, test } from 'vitest'
import { stageShape } from './stage-shape.ts'

test.each([
  [9 / 16, 9 / 16],
  [704 / 1280, 704 / 1280],
  [0.54, 0.54],
  [0.5, 9 / 16],
  [9 / 21, 9 / 16],
  [16 / 9, 16 / 9],
  [2.76, 2.76],
  [1280 / 360, 2.75],
  [25, 2.75],
])('a clip with the ratio %d has a frame with the ratio %d', (ratio, frameRatio) => {
  expect(stageShape(ratio).frameRatio).toBe(frameRatio)
})
