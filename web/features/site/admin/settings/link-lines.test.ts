import { expect, test } from 'vitest'
import { defaultBranding } from '../../../../../contract/site/default-branding.ts'
import { readLines, writeLines } from './link-lines.ts'

test.each([
  ['Open from 9 to 5', { text: 'Open from 9 to 5', url: null }],
  ['  Our  blog   https://example.org/a?b#c ', { text: 'Our  blog', url: 'https://example.org/a?b#c' }],
  ['House rules /rules', { text: 'House rules', url: '/rules' }],
  ['and/or 24/7', { text: 'and/or 24/7', url: null }],
  ['https://example.org', { text: 'https://example.org', url: 'https://example.org' }],
  // The schema refuses these addresses.
  ['Files ftp://example.org', { text: 'Files', url: 'ftp://example.org' }],
  ['Elsewhere //example.org', { text: 'Elsewhere', url: '//example.org' }],
])('%j is read as %j', (line, item) => {
  expect(readLines(`\n${line}\r\n\n`)).toEqual([item])
})

test('writing and reading the default items does not change them', () => {
  expect(readLines(writeLines(defaultBranding.ticker))).toEqual(defaultBranding.ticker)
  expect(readLines(writeLines([]))).toEqual([])
})
