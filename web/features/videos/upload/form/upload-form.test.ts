import { expect, test } from 'vitest'
import { VideoWords } from '../../../../../contract/videos/publishing.ts'
import { emptyForm, isEmpty, findFileRefusal, restoreForm, type UploadForm, videoDetails } from './upload-form.ts'
import { videoFields } from './video-fields.ts'

const remix: UploadForm = {
  ...emptyForm,
  title: 'Dunes',
  caption: 'At noon',
  toolUsed: 'other',
  tags: ['sand'],
  parents: [{ videoId: '10000000-0000-4000-8000-000000000000', thanks: ' Lovely ' }],
  remixPolicy: 'following',
  license: 'CC-BY-4.0',
  showsReality: true,
}

test('a form is empty until a text, a parent or a choice is added', () => {
  expect(isEmpty(emptyForm)).toBe(true)
  const { parents, remixPolicy, license } = remix
  for (const changed of [{ parents }, { remixPolicy }, { license }, { title: ' ' }]) {
    expect(isEmpty({ ...emptyForm, ...changed })).toBe(false)
  }
})

test('a stored form is restored with its parents, policy and licence', () => {
  expect(restoreForm(JSON.parse(JSON.stringify(remix)) as object)).toEqual(remix)
})

test('a stored form is restored without its invalid parents, policy and licence', () => {
  expect(restoreForm({ title: 'Dunes' })).toEqual({ ...emptyForm, title: 'Dunes' })
  const wrong = { parents: 'all', remixPolicy: 'friends', license: 'toString' }
  expect(restoreForm(wrong)).toEqual(emptyForm)
})

test('the published body contains the parents, the policy and the licence', () => {
  expect(videoDetails(remix, '16:9')).toMatchObject({
    parents: [{ videoId: '10000000-0000-4000-8000-000000000000', thanks: 'Lovely' }],
    remixPolicy: 'following',
    license: 'CC-BY-4.0',
  })
  expect(videoDetails(emptyForm, '16:9')).toMatchObject({ parents: [], remixPolicy: 'everyone' })
})

test('leftover text in the tags field becomes tags, each once', () => {
  expect(videoDetails({ ...remix, tagText: ' Sand, water ' }, '16:9')).toHaveProperty('tags', 'sand, water')
})

test('the published body omits empty details, which an older server may not know', () => {
  expect(videoDetails({ ...emptyForm, coverAt: 0 }, '16:9')).toHaveProperty('coverAt', 0)
  expect(Object.values(videoDetails(emptyForm, '16:9'))).not.toContain(null)
})

test('the forms have one field for every text and choice of a clip', () => {
  const names = videoFields.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(Object.keys(VideoWords.shape)))
})

test('a video of up to 5 GB may be sent, even without a known type', () => {
  const file = (name: string, type: string, size = 1) => ({ name, type, size }) as File
  for (const [name, type] of [
    ['a.mp4', 'video/mp4'],
    ['unknown.mkv', ''],
    ['clip', 'video/webm'],
  ] as const) {
    expect(findFileRefusal(file(name, type, 5 * 1024 ** 3))).toBeUndefined()
    expect(findFileRefusal(file(name, type, 5 * 1024 ** 3 + 1))?.[0]).toBe('File too large')
  }
  for (const [name, type] of [
    ['notes.txt', 'text/plain'],
    ['a.mp4', 'text/plain'],
    ['notes', ''],
  ] as const) {
    expect(findFileRefusal(file(name, type))?.[0]).toBe('Invalid file type')
  }
})
