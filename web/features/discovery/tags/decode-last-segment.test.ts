import { expect, test } from 'vitest'
import { hostileTags } from '../../../../contract/videos/tags.fixture.ts'
import { tagKey, tagPath } from '../../../../contract/videos/tags.ts'
import { decodeLastSegment } from './decode-last-segment.ts'

test.each(hostileTags)('the address of the tag %s leads to that tag', (tag) => {
  const { pathname } = new URL(tagPath(tag), 'https://reverie.test')
  expect(pathname).toMatch(/^\/tag\/./)
  expect(decodeLastSegment(pathname).trim()).toBe(tagKey(tag))
})

test('a URL with an invalid escape is used as typed', () => {
  expect(decodeLastSegment('/tag/100%')).toBe('100%')
  expect(decodeLastSegment('/tag/dawn/')).toBe('dawn')
})
