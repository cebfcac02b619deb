import { expect, test } from 'vitest'
import { setUploadsUnderWay, uploadsUnderWay } from './uploads-under-way.ts'

test('one user’s uploads do not count for another user, who also cannot reset the count', () => {
  setUploadsUnderWay('first', true)
  expect(uploadsUnderWay.get().has('second')).toBe(false)
  setUploadsUnderWay('second', false)
  expect(uploadsUnderWay.get().has('first')).toBe(true)
  setUploadsUnderWay('first', false)
  expect(uploadsUnderWay.get().has('first')).toBe(false)
})

test('setting the same upload state does not notify subscribers', () => {
  setUploadsUnderWay('first', true)
  const before = uploadsUnderWay.get()
  setUploadsUnderWay('first', true)
  expect(uploadsUnderWay.get()).toBe(before)
})
