import { expect, test } from 'vitest'
import { tellUploads, uploadsUnderWay } from './uploads-under-way.ts'

test('what one person has under way is neither asked of another nor forgotten for them', () => {
  tellUploads('first', true)
  expect(uploadsUnderWay.get().has('second')).toBe(false)
  tellUploads('second', false)
  expect(uploadsUnderWay.get().has('first')).toBe(true)
  tellUploads('first', false)
  expect(uploadsUnderWay.get().has('first')).toBe(false)
})

test('progress that changes nothing renders nothing', () => {
  tellUploads('first', true)
  const before = uploadsUnderWay.get()
  tellUploads('first', true)
  expect(uploadsUnderWay.get()).toBe(before)
})
