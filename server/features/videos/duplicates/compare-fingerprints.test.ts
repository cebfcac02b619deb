import { expect, test } from 'vitest'
import { compareFingerprints } from './compare-fingerprints.ts'
import { changed, hashes } from './fingerprints.fixture.ts'

const kept = { durationSeconds: 10, frames: hashes(1) }
const others = hashes(2, 30)

test('clips with the same frames are the same if their lengths are similar', () => {
  expect(compareFingerprints(kept, kept)).toEqual({ kind: 'same', share: 1 })
  expect(compareFingerprints(kept, { ...kept, durationSeconds: 9 })).toMatchObject({ kind: 'same' })
  expect(compareFingerprints(kept, { ...kept, durationSeconds: 13 })).toMatchObject({ kind: 'contains' })
})

test('frames match if at most 31 of 256 bits differ', () => {
  expect(compareFingerprints(kept, { ...kept, frames: changed(kept.frames, 31) })).toMatchObject({ kind: 'same' })
  expect(compareFingerprints(kept, { ...kept, frames: changed(kept.frames, 32) })).toBeUndefined()
})

test.each([
  [8, 'same'],
  [7, 'contains'],
  [5, 'contains'],
  [4, undefined],
])('clips with %i of ten matching frames: %s', (count, kind) => {
  const frames = [...kept.frames.slice(0, count), ...others.slice(count, 10)]
  expect(compareFingerprints(kept, { ...kept, frames })?.kind).toBe(kind)
})

test('only as many frames must match as fit into the shorter clip', () => {
  const half = { durationSeconds: 5, frames: kept.frames.slice(2, 7) }
  expect(compareFingerprints(kept, half)).toEqual({ kind: 'contains', share: 1 })
  const tooLittle = { durationSeconds: 3, frames: [...kept.frames.slice(0, 3), others[0]!] }
  expect(compareFingerprints(kept, tooLittle)).toBeUndefined()
})

test('matching frames must be in the same order, and extra frames are ignored', () => {
  const among = kept.frames.flatMap((frame, index) => [others[2 * index]!, frame, others[2 * index + 1]!])
  expect(compareFingerprints(kept, { ...kept, frames: among })).toEqual({ kind: 'same', share: 1 })
  expect(compareFingerprints(kept, { ...kept, frames: kept.frames.toReversed() })).toBeUndefined()
})

test('clips with fewer than four frames are never alike', () => {
  const few = { durationSeconds: 10, frames: kept.frames.slice(0, 3) }
  expect(compareFingerprints(few, few)).toBeUndefined()
  expect(compareFingerprints(kept, few)).toBeUndefined()
  expect(compareFingerprints(few, kept)).toBeUndefined()
})
