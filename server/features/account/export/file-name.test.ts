import { expect, test } from 'vitest'
import { asFileName } from './file-name.ts'

test.each([
  ['A clip', 'A clip'],
  ['Sea/sky: "what?" <1|2>*\\', 'Sea sky what 1 2'],
  ['../../etc/passwd', '.. .. etc passwd'],
  ['Ends in dots...  ', 'Ends in dots'],
  ['Tab\tand\nline', 'Tab and line'],
  ['Turned \u202Egpj.exe', 'Turned gpj.exe'],
  ['👩‍🚀 海辺', '👩‍🚀 海辺'],
  ['???', ''],
])('the file name %j becomes %j', (title, name) => {
  expect(asFileName(title)).toBe(name)
})

test('a long name is cut between letters to a length that file systems accept', () => {
  const name = asFileName('👩‍👩‍👧‍👦'.repeat(80))
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150)
  expect(name).toMatch(/^(👩‍👩‍👧‍👦)+$/u)
})
