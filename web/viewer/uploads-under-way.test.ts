import { expect, test } from 'vitest'
import { tellUploads, uploadsUnderWay } from './uploads-under-way.ts'

test('uploads of one user neither affect another user nor are reset by them', () => {
  tellUploads('first', true)
  expect(uploadsUnderWay.get().has('second')).toBe(false)
  tellUploads('second', false)
  expect(uploadsUnderWay.get().has('first')).toBe(true)
  tellUploads('first', false)
  expect(uploadsUnderWay.get().has('first')).toBe(false)
})

test('an unchanged state does not notify subscribers', () => {
  tellUploads('first', true)
  const before = uploadsUnderWay.get()
  tellUploads('first', true)
  expect(uploadsUnderWay.get()).toBe(before)
})
