import { expect, test } from 'vitest'
import { CreateVideoBody } from '../../../../../contract/videos/publishing.ts'
import { findTextProblem } from './check-texts.ts'
import { emptyForm, type UploadForm, videoDetails } from './upload-form.ts'

const filled: UploadForm = { ...emptyForm, title: 'Dunes', caption: 'At noon', toolUsed: 'other' }
const tags = (count: number, length: number) => Array.from({ length: count }, (_, i) => `${i}`.padEnd(length, 'x'))

const forms: [string, Partial<UploadForm>][] = [
  ['short texts', {}],
  [
    'the longest texts',
    { title: 'a'.repeat(80), caption: 'a'.repeat(2_200), model: 'a'.repeat(60), tags: tags(30, 50) },
  ],
  ['a title that turns the text after it', { title: `\u2067${'a'.repeat(80)}\u2069` }],
  ['an invisible title', { title: '\u2800' }],
  ['a long title', { title: 'a'.repeat(81) }],
  ['a long caption', { caption: 'a'.repeat(2_201) }],
  ['a long prompt', { prompt: 'a'.repeat(10_001) }],
  ['a long model', { model: 'a'.repeat(61) }],
  ['a long tag', { tagText: 'a'.repeat(51) }],
  ['too many tags', { tags: tags(31, 5) }],
  ['a NUL character', { prompt: 'a\0b' }],
  ['half a character', { tags: ['a\ud800'] }],
]

test.each(forms)('%s: the form and the server refuse the same text, with the same sentence', (_, changed) => {
  const details = videoDetails({ ...filled, ...changed }, '16:9')
  const body = { ...details, videoUrl: '/objects/1' }
  expect(findTextProblem(details)).toBe(CreateVideoBody.safeParse(body).error?.issues[0]?.message)
})
