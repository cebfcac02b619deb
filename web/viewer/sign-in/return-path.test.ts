import { expect, test } from 'vitest'
import { returnPath, signInPath } from './return-path.ts'

const origin = 'https://reverie.example'

test.each(['/upload', '/profile/ada?tab=liked', '/video/1#x'])('signing in returns to %s', (path) => {
  expect(returnPath(new URL(signInPath(path), origin).search, origin)).toBe(path)
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'upload',
  '/auth',
  '/auth?next=/auth',
  '',
])('signing in never leads to %j', (next) => {
  expect(returnPath(`?next=${encodeURIComponent(next)}`, origin)).toBe('/')
})

test('signing in leads to the feed by default', () => {
  expect(returnPath('', origin)).toBe('/')
})
