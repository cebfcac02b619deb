import { expect, test } from 'vitest'
import { MARK_END, MARK_START } from '../../../../contract/discovery/search.ts'
import { excerptOf, splitExcerpt } from './excerpt.ts'

/** Returns the pieces as text, with the marked ones in brackets. */
const read = (text: string) =>
  splitExcerpt(text.replaceAll('[', MARK_START).replaceAll(']', MARK_END))
    .map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('|')

test.each([
  ['a [fog] over [glass] cities', 'a |[fog]| over |[glass]| cities'],
  ['[fog]', '[fog]'],
  ['[paper][boats]', '[paper]|[boats]'],
  ['nothing marked, however long it may be', 'nothing marked, however long it may be'],
  ['<b>&amp; [<mark>]', '<b>&amp; |[<mark>]'],
  ['a long, slow walk through a town in the [fog]', '…a town in the |[fog]'],
  ['霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧[城]', '…霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧霧|[城]'],
  ['a [fog without an end', 'a |[fog without an end]'],
  ['', ''],
])('%s', (text, pieces) => {
  expect(read(text)).toBe(pieces)
})

test('an excerpt never splits a surrogate pair', () => {
  const [before] = splitExcerpt(`${'🌫️'.repeat(20)}x${MARK_START}fog${MARK_END}`)
  expect(before?.text.isWellFormed()).toBe(true)
})

test('a match in the title needs no excerpt, and an excerpt comes from the caption before the prompt', () => {
  expect(excerptOf({ title: 't', caption: 'c', prompt: 'p' })).toBeUndefined()
  expect(excerptOf({ caption: 'c', prompt: 'p' })).toBe('c')
  expect(excerptOf({ prompt: 'p' })).toBe('p')
  expect(excerptOf({})).toBeUndefined()
})
