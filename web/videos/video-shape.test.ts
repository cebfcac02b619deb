import { expect, test } from 'vitest'
import { displayRatio } from './video-shape.ts'

const portrait = { width: 1080, height: 1920, aspectRatio: '16:9' }

test('the measured size takes precedence over the declared shape', () => {
  expect(displayRatio(portrait, 1)).toBe(1)
})

test('a preview that was rounded to even pixels keeps its original’s ratio', () => {
  expect(displayRatio(portrait, 480 / 854)).toBe(1080 / 1920)
})

test('width and height precede the aspect ratio, and 16/9 is the default', () => {
  expect(displayRatio(portrait)).toBe(1080 / 1920)
  expect(displayRatio({ width: null, height: null, aspectRatio: '4:3' })).toBe(4 / 3)
  expect(displayRatio({ width: null, height: null, aspectRatio: 'auto' })).toBe(16 / 9)
})
