import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../../../../test/storage.ts'
import { knownPiece, rememberPiece, WHOLE } from './piece-size.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = stubStorage('localStorage')
  return () => vi.unstubAllGlobals()
})

const DAY_MS = 86_400_000

test('a piece size that worked is used for a week', () => {
  expect(knownPiece(0)).toBe(WHOLE)
  rememberPiece(1_000_000, 0)
  rememberPiece(1_000_000, 6 * DAY_MS)
  expect([knownPiece(0), knownPiece(7 * DAY_MS - 1), knownPiece(7 * DAY_MS)]).toEqual([1_000_000, 1_000_000, WHOLE])
})

test.each(['', 'NaN NaN', '5 9999', '1000000', '-1 Infinity'])(
  'an invalid stored piece size is ignored: %j',
  (stored) => {
    kept.set('upload-piece', stored)
    expect(knownPiece(0)).toBe(WHOLE)
  },
)

test('without browser storage, no piece size is remembered and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberPiece(1_000_000)
  expect(knownPiece()).toBe(WHOLE)
})
