import { expect, test } from 'vitest'
import { coast, releaseVelocity, wrap } from './ticker-motion.ts'

test.each([
  [30, 30],
  [130, 30],
  [-10, 90],
  [-210, 90],
  [100, 0],
])('an offset of %i px in a loop of 100 px is shown at %i px', (offset, wrapped) => {
  expect(wrap(offset, 100)).toBe(wrapped)
})

function coastToEnd(velocity: number, hertz: number): { wayPx: number; steps: number } {
  let [wayPx, steps] = [0, 0]
  while (velocity !== 0) {
    const step = coast(velocity, 1_000 / hertz)
    wayPx += step.movedPx
    velocity = step.velocity
    steps++
  }
  return { wayPx, steps }
}

test('a throw loses 5 % of its velocity per frame and ends below half a pixel', () => {
  expect(coast(20, 1_000 / 60).velocity).toBeCloseTo(19)
  expect(coast(0.52, 1_000 / 60).velocity).toBe(0)
  expect(coast(-20, 1_000 / 60).movedPx).toBeLessThan(-19)
})

test('a throw travels equally far on screens with 144 Hz and 60 Hz', () => {
  const [slow, fast] = [coastToEnd(30, 60), coastToEnd(30, 144)]
  expect(Math.abs(fast.wayPx - slow.wayPx)).toBeLessThan(1)
  expect(fast.steps / slow.steps).toBeCloseTo(144 / 60, 1)
})

test('a throw starts with the last velocity of the drag, or 0 after a rest', () => {
  const samples = [0, 10, 20, 30].map((x, i) => ({ x, atMs: i * 10 }))
  expect(releaseVelocity(samples, 30)).toBeCloseTo(16.67, 1)
  expect(releaseVelocity(samples, 500)).toBe(0)
  expect(releaseVelocity([], 0)).toBe(0)
})
