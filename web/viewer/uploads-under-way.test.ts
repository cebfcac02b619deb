import { expect, test } from 'vitest'
import { emitUploads, uploadsUnderWay } from './uploads-under-way.ts'

test('one user’s uploads do not count for another user, who also cannot reset the count', () => {
  emitUploads('first', true)
  expect(uploadsUnderWay.get().has('second')).toBe(false)
  emitUploads('second', false)
  expect(uploadsUnderWay.get().has('first')).toBe(true)
  emitUploads('first', false)
  expect(uploadsUnderWay.get().has('first')).toBe(false)
})

test('setting the same upload state does not notify subscribers', () => {
  emitUploads('first', true)
  const before = uploadsUnderWay.get()
  emitUploads('first', true)
  expect(uploadsUnderWay.get()).toBe(before)
})
