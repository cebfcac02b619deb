import { expect, test } from 'vitest'
import { choosePlaying, playingCap } from './playing-policy.ts'

const candidates = [
  { id: 'far', distancePx: 400 },
  { id: 'near', distancePx: 20 },
  { id: 'middle', distancePx: 150 },
]
const still = {
  candidates,
  cap: 2,
  playing: new Set<string>(),
  scrolling: false,
  autoplay: true,
  requested: new Set<string>(),
}

test.each([
  [360, 1],
  [767, 1],
  [768, 2],
  [1023, 2],
  [1024, 6],
  [1920, 6],
])('at %i px, %i cards play', (width, cap) => {
  expect(playingCap(width)).toBe(cap)
})

test('the cards nearest to the middle play, up to the limit', () => {
  expect([...choosePlaying(still)]).toEqual(['near', 'middle'])
})

test('a hovered card plays instead of the farthest one', () => {
  expect([...choosePlaying({ ...still, requested: new Set(['far']) })]).toEqual(['far', 'near'])
})

test('scrolling starts no card, and half-visible cards continue', () => {
  const playing = new Set(['far', 'gone'])
  expect([...choosePlaying({ ...still, scrolling: true, playing })]).toEqual(['far'])
})

test('without autoplay only the hovered card plays', () => {
  expect(choosePlaying({ ...still, autoplay: false }).size).toBe(0)
  expect([...choosePlaying({ ...still, autoplay: false, requested: new Set(['far']) })]).toEqual(['far'])
})
