import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../errors/app-error.ts'
import { cutPage, decodeCursor, encodeCursor } from './cursor.ts'

test('a cursor survives encoding and decoding, to the microsecond', () => {
  const micros = fc.tuple(fc.date({ noInvalidDate: true, min: new Date('1970'), max: new Date('2200') }), fc.nat(999))
  fc.assert(
    fc.property(micros, fc.uuid(), ([date, rest], id) => {
      const createdAt = `${date.toISOString().slice(0, -1)}${String(rest).padStart(3, '0')}Z`
      expect(decodeCursor(encodeCursor({ createdAt, id }))).toEqual({ createdAt, id })
    }),
    { seed: 1 },
  )
})

test('a forged cursor is refused and never reaches the database', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (cursor) => {
      expect(() => decodeCursor(cursor)).toThrow(AppError)
    }),
    { seed: 1 },
  )
  const id = '0b9c1a52-7f6d-4a53-9a3f-9a1c5a6c0f11'
  for (const createdAt of [
    '2026-02-31T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01',
    'now',
  ]) {
    expect(() => decodeCursor(encodeCursor({ createdAt, id }))).toThrow('This cursor is not valid')
  }
})

test('a page has a next cursor only if one more row was found', () => {
  const rows = ['1', '2', '3'].map((n) => ({ createdAt: `2026-01-0${n}T00:00:00Z`, id: n }))
  expect(cutPage(rows, 3, encodeCursor)).toEqual({ rows, nextCursor: null })
  expect(cutPage(rows, 2, encodeCursor)).toEqual({ rows: rows.slice(0, 2), nextCursor: encodeCursor(rows[1]!) })
  expect(cutPage([], 2, encodeCursor)).toEqual({ rows: [], nextCursor: null })
})
