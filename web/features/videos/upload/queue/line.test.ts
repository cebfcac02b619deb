import { expect, test } from 'vitest'
import { emptyForm } from '../form/upload-form.ts'
import {
  addFiles,
  beginRemix,
  changeClip,
  chooseFiles,
  dropPublished,
  editForm,
  emptyLine,
  isBlank,
  isUnderWay,
  type Line,
} from './line.ts'
import { newLine, nextToDescribe, removeClip, restoreDraft, shownClip } from './line.ts'

const file = (name: string) => new File(['x'], name, { type: 'video/mp4' })
const names = (line: Line) => line.clips.map((clip) => clip.file?.name)
const shownName = (line: Line) => shownClip(line).file?.name
const words = (title: string) => ({ ...emptyForm, title })
const waiting = { at: 'waiting', details: {} as never, problem: undefined } as const

test('the first of several files is for the empty form, and the others line up', () => {
  const line = chooseFiles(newLine([]), [file('a'), file('b'), file('c')])
  expect(names(line)).toEqual(['a', 'b', 'c'])
  expect(shownName(line)).toBe('a')
})

test('another file takes the place of the chosen one, keeps the words, and forgets why the first failed', () => {
  let line = chooseFiles(newLine([]), [file('a')])
  line = changeClip(line, 0, { form: words('Dunes'), state: { at: 'form', failure: 'Too dark.' } })
  line = chooseFiles(line, [file('b')])
  expect(line.clips).toMatchObject([{ file: { name: 'b' }, form: { title: 'Dunes' }, state: { failure: undefined } }])
})

test('several files replace nothing that was chosen', () => {
  const line = chooseFiles(chooseFiles(newLine([]), [file('a')]), [file('b'), file('c')])
  expect(names(line)).toEqual(['a', 'b', 'c'])
  expect(shownName(line)).toBe('a')
})

test('a file that comes while the clip shown is on its way is the next to be described', () => {
  const sent = changeClip(chooseFiles(newLine([]), [file('a')]), 0, { state: waiting })
  const line = chooseFiles(sent, [file('b')])
  expect(names(line)).toEqual(['a', 'b'])
  expect(shownName(line)).toBe('b')
})

test('what is added while one describes a clip does not take its form away', () => {
  const line = addFiles(chooseFiles(newLine([]), [file('a')]), [file('b')])
  expect(shownName(line)).toBe('a')
})

test('the next to be described comes after this one, or else before it, and is not on its way', () => {
  const line = chooseFiles(newLine([]), [file('a'), file('b'), file('c')])
  const [a, b, c] = line.clips.map(({ id }) => id)
  expect(nextToDescribe(line, a!)).toBe(b)
  expect(nextToDescribe(changeClip(line, b!, { state: waiting }), a!)).toBe(c)
  expect(nextToDescribe(changeClip(line, a!, { state: waiting }), c!)).toBe(b)
  const all = [a, b, c].reduce((next, id) => changeClip(next, id!, { state: waiting }), line)
  expect(nextToDescribe(all, a!)).toBeUndefined()
})

test('when a clip is published the next form is shown, and after the last an empty one', () => {
  let line = chooseFiles(newLine([]), [file('a'), file('b')])
  line = removeClip(line, 0)
  expect(shownName(line)).toBe('b')
  expect(isBlank(line)).toBe(false)
  line = removeClip(line, shownClip(line).id)
  expect(line.clips).toHaveLength(1)
  expect(isBlank(line)).toBe(true)
})

test('publishing a clip that is not shown leaves the one that is', () => {
  const line = { ...chooseFiles(newLine([]), [file('a'), file('b'), file('c')]), shownId: 2 }
  expect(shownName(removeClip(line, 0))).toBe('c')
})

test('a draft fills an empty form, with its file if it has one, and never replaces words', () => {
  const draft = words('Half told')
  const filled = restoreDraft(chooseFiles(newLine([draft]), [file('a')]), draft)
  expect(filled.clips).toMatchObject([{ file: { name: 'a' }, form: draft }])
  expect(filled.drafts).toEqual([])
  const other = words('Another')
  const beside = restoreDraft({ ...filled, drafts: [other] }, other)
  expect(beside.clips.map(({ form }) => form.title)).toEqual(['Half told', 'Another'])
  expect(shownClip(beside).form).toBe(other)
})

test('drafts of a clip go when it is published, other drafts stay', () => {
  const draft = (title: string, caption: string) => ({ ...emptyForm, title, caption })
  const drafts = [draft(' Dunes', 'Sand '), draft('Dunes', ''), draft('Dunes', 'Water'), draft('', 'Sand')]
  expect(dropPublished(newLine(drafts), { title: 'Dunes', caption: 'Sand' }).drafts).toEqual(drafts.slice(2))
})

test('closing the tab stops what waits and what is sent, but nothing that another tab sends', () => {
  const line = chooseFiles(newLine([]), [file('a')])
  const at = (step: 'preparing' | 'elsewhere') => changeClip(line, 0, { state: { at: 'publishing', step: { step } } })
  expect(isUnderWay(line)).toBe(false)
  expect(isUnderWay(changeClip(line, 0, { state: waiting }))).toBe(true)
  expect(isUnderWay(at('preparing'))).toBe(true)
  expect(isUnderWay(at('elsewhere'))).toBe(false)
})

test('two fields that change at once both keep their words', () => {
  const line = editForm(editForm(newLine([]), 0, { title: 'Dunes' }), 0, { caption: 'Sand' })
  expect(line.clips).toMatchObject([{ form: { title: 'Dunes', caption: 'Sand' } }])
})

test('late news of a clip do not reach the line of who signs in after its creator signed out', () => {
  const line = emptyLine(chooseFiles(newLine([]), [file('a')]))
  expect(changeClip(line, 0, { state: waiting })).toEqual(line)
})

test('a remix begins in an empty form, else in another, and goes on where it was begun', () => {
  const remixOf = (videoId: string) => ({ ...emptyForm, prompt: 'Fog', parents: [{ videoId, thanks: '' }] })
  const begun = beginRemix(chooseFiles(newLine([]), [file('a')]), remixOf('one'))
  expect(begun.clips).toMatchObject([{ file: { name: 'a' }, form: { prompt: 'Fog' } }])
  const typed = editForm(begun, 0, { title: 'Mine' })
  const second = beginRemix(typed, remixOf('two'))
  expect(second.clips.map(({ form }) => form.parents[0]?.videoId)).toEqual(['one', 'two'])
  expect(shownClip(second).form.title).toBe('')
  const back = beginRemix(second, remixOf('one'))
  expect([back.clips.length, shownClip(back).form.title]).toEqual([2, 'Mine'])
  const draft = { ...remixOf('one'), title: 'Begun before' }
  const restored = beginRemix(newLine([words('Other'), draft]), remixOf('one'))
  expect([shownClip(restored).form.title, restored.drafts]).toEqual(['Begun before', [words('Other')]])
  // What is on its way is finished: another remix of the same clip has a form of its own.
  expect(beginRemix(changeClip(begun, 0, { state: waiting }), remixOf('one')).clips).toHaveLength(2)
})
