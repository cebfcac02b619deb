import { expect, test } from 'vitest'
import { emptyForm, restoreForm } from '../form/upload-form.ts'
import {
  addFiles,
  addFindings,
  beginRemix,
  changeClip,
  chooseFile,
  copyDetails,
  describeTogether,
  removePublishedDrafts,
  editForm,
  editShared,
  isBlank,
  isTogether,
  isUnderWay,
  newQueue,
  nextToDescribe,
  type QueueState,
  removeClip,
  restoreClip,
  restoreDraft,
  shownClip,
} from './queue-state.ts'

const file = (name: string) => new File(['x'], name, { type: 'video/mp4', lastModified: 0 })
const chooseFiles = (queueState: QueueState, files: File[]) =>
  files.length === 1 ? chooseFile(queueState, files[0]!) : addFiles(queueState, files)
const names = (queueState: QueueState) => queueState.clips.map((clip) => clip.file?.name)
const shownName = (queueState: QueueState) => shownClip(queueState).file?.name
const words = (title: string) => ({ ...emptyForm, title })
const queued = { kind: 'queued', details: {} as never, problem: undefined } as const

test('the first of several files fills the empty form, and others join the queue', () => {
  const queueState = chooseFiles(newQueue([]), [file('a'), file('b'), file('c')])
  expect(names(queueState)).toEqual(['a', 'b', 'c'])
  expect(shownName(queueState)).toBe('a')
})

test('a file that is chosen again stays one clip, is read again, and is shown if it is chosen alone', () => {
  const [a, b] = [file('a'), file('b')]
  let queueState = addFindings(chooseFiles(newQueue([]), [a, b]), b, {})
  queueState = editForm(queueState, 1, { title: 'Two' })
  queueState = chooseFiles(queueState, [file('b')])
  expect([names(queueState), shownName(queueState)]).toEqual([['a', 'b'], 'b'])
  expect(shownClip(queueState)).toMatchObject({ findings: undefined, form: { title: 'Two' } })
  const sent = changeClip(chooseFiles(queueState, [file('c'), file('a')]), 0, { state: queued })
  const again = chooseFile(sent, file('a'))
  expect(again.clips.map((clip) => clip.file === sent.clips[0]!.file)).toEqual([true, false, false])
})

test('restored drafts and files that are chosen again find each other by the name of the file', () => {
  let before = chooseFiles(newQueue([]), [file('a'), file('b'), file('c')])
  before.clips.forEach(({ id }, i) => (before = editForm(before, id, { title: `Title of ${'abc'[i]}` })))
  const drafts = before.clips.map(({ form }) => restoreForm(JSON.parse(JSON.stringify(form))))
  const restoreAll = (queueState: QueueState) => drafts.reduce(restoreDraft, queueState)
  const again = [file('new'), file('c'), file('a'), file('b')]
  const pairs = ({ clips }: QueueState) => clips.map((clip) => [clip.file?.name, clip.form.title])
  const expected = [
    ['a', 'Title of a'],
    ['b', 'Title of b'],
    ['c', 'Title of c'],
    ['new', ''],
  ]
  expect(pairs(chooseFiles(restoreAll(newQueue(drafts)), again))).toEqual(expected)
  expect(pairs(restoreAll(chooseFiles(newQueue(drafts), again))).toSorted()).toEqual(expected)
  expect(pairs(addFiles(restoreAll(newQueue(drafts)), again))).toEqual(expected)
  const restored = chooseFiles(restoreAll(newQueue(drafts)), [file('b')])
  expect([shownName(restored), ...pairs(restored)]).toEqual([
    'b',
    [undefined, 'Title of a'],
    expected[1],
    [undefined, 'Title of c'],
  ])
  const stored = chooseFiles(restoreDraft(newQueue(drafts), drafts[0]!), [file('b')])
  expect([shownName(stored), ...pairs(stored)]).toEqual(['b', [undefined, 'Title of a'], expected[1]])
  expect(stored.drafts).toEqual([drafts[2]])
  const withoutA = restoreAll(chooseFiles(newQueue(drafts), [file('b'), file('c')]))
  expect(pairs(withoutA)).toEqual([...expected.slice(1, 3), [undefined, 'Title of a']])
  expect(pairs(restoreDraft(chooseFiles(newQueue(drafts), [file('renamed')]), drafts[0]!))).toEqual([
    ['renamed', 'Title of a'],
  ])
})

test('a restored clip returns to its place, without the empty form that replaced it', () => {
  let queueState = chooseFiles(newQueue([]), [file('a'), file('b'), file('c')])
  queueState = addFindings(queueState, queueState.clips[1]!.file!, { hidden: [] })
  const removed = queueState.clips[1]!
  const restored = restoreClip(removeClip(queueState, removed.id), removed, 1)
  expect(names(restored)).toEqual(['a', 'b', 'c'])
  expect(shownClip(restored)).toEqual({ ...removed, findings: undefined })
  const [only] = chooseFiles(newQueue([]), [file('a')]).clips
  expect(names(restoreClip(newQueue([]), only!, 0))).toEqual(['a'])
  expect(names(restoreClip(editForm(newQueue([]), 0, { title: 'Typed' }), only!, 0))).toEqual(['a', undefined])
})

test('another file replaces the chosen one, and clears its failure and cover', () => {
  let queueState = chooseFiles(newQueue([]), [file('a')])
  const form = { ...words('Dunes'), coverAt: 3 }
  queueState = changeClip(queueState, 0, { form, state: { kind: 'form', failure: 'Too dark.' } })
  queueState = chooseFiles(queueState, [file('b')])
  expect(queueState.clips).toMatchObject([
    { file: { name: 'b' }, form: { title: 'Dunes', coverAt: null }, state: { failure: undefined } },
  ])
})

test('a clip that joins a shared form does not get another clip’s cover', () => {
  let queueState = chooseFiles(newQueue([]), [file('a'), file('b')])
  for (const { id } of queueState.clips) queueState = editForm(queueState, id, { coverAt: 3 })
  queueState = addFiles(describeTogether(queueState), [file('c')])
  expect(queueState.clips.map(({ form }) => form.coverAt)).toEqual([3, 3, null])
})

test('copied details change no clip that has been submitted', () => {
  let queueState = chooseFiles(newQueue([]), [file('a'), file('b')])
  queueState = changeClip(queueState, 1, { state: queued, form: { ...emptyForm, tagText: 'sea' } })
  queueState = copyDetails(queueState, () => ({ ...emptyForm, tagText: 'dunes' }))
  expect(queueState.clips.map(({ form }) => form.tagText)).toEqual(['dunes', 'sea'])
})

test('several files never replace the chosen file', () => {
  const queueState = chooseFiles(chooseFiles(newQueue([]), [file('a')]), [file('b'), file('c')])
  expect(names(queueState)).toEqual(['a', 'b', 'c'])
  expect(shownName(queueState)).toBe('a')
})

test('a file that is added while the shown clip is being published is shown next', () => {
  const sent = changeClip(chooseFiles(newQueue([]), [file('a')]), 0, { state: queued })
  const queueState = chooseFiles(sent, [file('b')])
  expect(names(queueState)).toEqual(['a', 'b'])
  expect(shownName(queueState)).toBe('b')
})

test('adding files while the user describes a clip keeps the form of that clip on screen', () => {
  const queueState = addFiles(chooseFiles(newQueue([]), [file('a')]), [file('b')])
  expect(shownName(queueState)).toBe('a')
})

test('several files share a form unless the user has begun to describe one of them', () => {
  const several = [file('a'), file('b')]
  expect(isTogether(chooseFiles(newQueue([]), [file('a')]))).toBe(false)
  expect(isTogether(chooseFiles(newQueue([]), several))).toBe(true)
  expect(isTogether(chooseFiles(editForm(newQueue([]), 0, { title: 'Dunes' }), several))).toBe(false)
  const sent = changeClip(chooseFiles(newQueue([]), [file('sent')]), 0, { state: queued })
  expect(isTogether(chooseFiles(sent, several))).toBe(true)
})

test('a form that is being filled is not replaced when another clip can be described again', () => {
  let queueState = chooseFiles(newQueue([]), [file('a'), file('b')])
  queueState = changeClip(queueState, 1, { state: queued })
  const failed = { state: { kind: 'form', failure: 'Too dark.' } } as const
  expect(isTogether(changeClip(queueState, 1, failed))).toBe(true)
  queueState = editForm(queueState, 0, { caption: 'Sand' })
  expect(isTogether(changeClip(queueState, 1, failed))).toBe(false)
})

test('a file that joins a shared form starts with the shared details', () => {
  let queueState = chooseFiles(newQueue([]), [file('a'), file('b')])
  queueState = editShared(queueState, { caption: 'Sand' })
  queueState = chooseFiles(editForm(queueState, 0, { title: 'Dunes' }), [file('c')])
  expect(names(queueState)).toEqual(['a', 'b', 'c'])
  expect(queueState.clips.map(({ form }) => [form.title, form.caption])).toEqual([
    ['Dunes', 'Sand'],
    ['', 'Sand'],
    ['', 'Sand'],
  ])
})

test('shared details do not change clips with details of their own or submitted clips', () => {
  let queueState = chooseFiles(newQueue([]), [file('a'), file('b'), file('c'), file('d')])
  queueState = editForm(queueState, 1, { tags: ['mine'] })
  queueState = changeClip(queueState, 3, { state: queued })
  queueState = editShared(describeTogether(queueState), { tags: ['ours'], tagText: 'more' })
  const tags = queueState.clips.map(({ form }) => [...form.tags, form.tagText].join(' ').trim())
  expect(tags).toEqual(['ours more', 'mine', 'ours more', ''])
})

test('the form moves to the first later clip to describe, or else to the first earlier one', () => {
  const queueState = chooseFiles(newQueue([]), [file('a'), file('b'), file('c')])
  const [a, b, c] = queueState.clips.map(({ id }) => id)
  expect(nextToDescribe(queueState, a!)).toBe(b)
  expect(nextToDescribe(changeClip(queueState, b!, { state: queued }), a!)).toBe(c)
  expect(nextToDescribe(changeClip(queueState, a!, { state: queued }), c!)).toBe(b)
  const all = [a, b, c].reduce((next, id) => changeClip(next, id!, { state: queued }), queueState)
  expect(nextToDescribe(all, a!)).toBeUndefined()
})

test('publishing shows the next form, and after the last clip an empty one', () => {
  let queueState = chooseFiles(newQueue([]), [file('a'), file('b')])
  queueState = removeClip(queueState, 0)
  expect(shownName(queueState)).toBe('b')
  expect(isBlank(queueState.clips)).toBe(false)
  queueState = removeClip(queueState, shownClip(queueState).id)
  expect(queueState.clips).toHaveLength(1)
  expect(isBlank(queueState.clips)).toBe(true)
})

test('publishing a clip that is not shown keeps the shown form', () => {
  const queueState = { ...chooseFiles(newQueue([]), [file('a'), file('b'), file('c')]), shownId: 2 }
  expect(shownName(removeClip(queueState, 0))).toBe('c')
})

test('a draft fills a form without text, and never replaces text', () => {
  const draft = words('Half told')
  const filled = restoreDraft(chooseFiles(newQueue([draft]), [file('a')]), draft)
  expect(filled.clips).toMatchObject([{ file: { name: 'a' }, form: draft }])
  expect(filled.drafts).toEqual([])
  const other = words('Another')
  const beside = restoreDraft({ ...filled, drafts: [other] }, other)
  expect(beside.clips.map(({ form }) => form.title)).toEqual(['Half told', 'Another'])
  expect(shownClip(beside).form).toBe(other)
})

test('publishing a clip drops its drafts and keeps the others', () => {
  const draft = (title: string, caption: string) => ({ ...emptyForm, title, caption })
  const drafts = [draft(' Dunes', 'Sand '), draft('Dunes', ''), draft('Dunes', 'Water'), draft('', 'Sand')]
  expect(removePublishedDrafts(newQueue(drafts), { title: 'Dunes', caption: 'Sand' }).drafts).toEqual(drafts.slice(2))
})

test('only uploads of this tab count as uploads that closing the tab would stop', () => {
  const queueState = chooseFiles(newQueue([]), [file('a')])
  const at = (kind: 'preparing' | 'elsewhere') =>
    changeClip(queueState, 0, { state: { kind: 'uploading', step: { kind } } })
  expect(isUnderWay(queueState)).toBe(false)
  expect(isUnderWay(changeClip(queueState, 0, { state: queued }))).toBe(true)
  expect(isUnderWay(at('preparing'))).toBe(true)
  expect(isUnderWay(at('elsewhere'))).toBe(false)
})

test('if two fields of a form change concurrently, both keep their new text', () => {
  const queueState = editForm(editForm(newQueue([]), 0, { title: 'Dunes' }), 0, { caption: 'Sand' })
  expect(queueState.clips).toMatchObject([{ form: { title: 'Dunes', caption: 'Sand' } }])
})

test('after a sign-out, late events of a clip do not change the next user’s queue', () => {
  const queueState = newQueue([], chooseFiles(newQueue([]), [file('a')]).nextId)
  expect(changeClip(queueState, 0, { state: queued })).toEqual(queueState)
})

test('a remix begins in an empty form, or shows its unfinished form again', () => {
  const remixOf = (videoId: string) => ({ ...emptyForm, prompt: 'Fog', parents: [{ videoId, thanks: '' }] })
  const begun = beginRemix(chooseFiles(newQueue([]), [file('a')]), remixOf('one'))
  expect(begun.clips).toMatchObject([{ file: { name: 'a' }, form: { prompt: 'Fog' } }])
  const typed = editForm(begun, 0, { title: 'Mine' })
  const second = beginRemix(typed, remixOf('two'))
  expect(second.clips.map(({ form }) => form.parents[0]?.videoId)).toEqual(['one', 'two'])
  expect(shownClip(second).form.title).toBe('')
  const back = beginRemix(second, remixOf('one'))
  expect([back.clips.length, shownClip(back).form.title]).toEqual([2, 'Mine'])
  const draft = { ...remixOf('one'), title: 'Begun before' }
  const restored = beginRemix(newQueue([words('Other'), draft]), remixOf('one'))
  expect([shownClip(restored).form.title, restored.drafts]).toEqual(['Begun before', [words('Other')]])
  // A submitted remix can no longer be edited, so another remix of the same clip gets its own form.
  expect(beginRemix(changeClip(begun, 0, { state: queued }), remixOf('one')).clips).toHaveLength(2)
})
