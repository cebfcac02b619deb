import { expect, test } from 'vitest'
import { tagKey, tagPath } from '../../../../contract/videos/tags.ts'
import { decodeLastSegment } from './decode-last-segment.ts'

const hostile = [
  '../..',
  '.',
  '%2F',
  'a/b',
  '"quotes"',
  "it's",
  'نيون',
  '🌊'.repeat(25),
  '?q=1',
  '#tag',
  '%',
  'a b',
  '\\',
]

test.each(hostile)('the address of the tag %s leads to that tag', (tag) => {
  const { pathname } = new URL(tagPath(tag), 'https://reverie.test')
  expect(pathname).toMatch(/^\/tag\/./)
  expect(decodeLastSegment(pathname).trim()).toBe(tagKey(tag))
})

test('a URL with an invalid escape is used as typed', () => {
  expect(decodeLastSegment('/tag/100%')).toBe('100%')
  expect(decodeLastSegment('/tag/dawn/')).toBe('dawn')
})
