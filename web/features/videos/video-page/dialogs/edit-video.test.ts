import { expect, test } from 'vitest'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { changedFields, editFormOf } from './edit-video.ts'

const video = {
  title: 'Dawn',
  caption: 'Slow',
  toolUsed: 'other',
  model: 'Kling 2.1',
  prompt: null,
  tags: 'sea, sky',
  commenting: 'open',
  remixPolicy: 'everyone',
} as Video
const form = editFormOf(video)

test('an unchanged form sends nothing', () => {
  expect(changedFields(video, form)).toEqual({})
  expect(changedFields(video, { ...form, title: ' Dawn ', caption: 'Slow\n' })).toEqual({})
})

test('only changed fields are sent, and their text is trimmed', () => {
  expect(changedFields(video, { ...form, prompt: ' a quiet sea ' })).toEqual({ prompt: 'a quiet sea' })
  expect(changedFields(video, { ...form, toolUsed: 'pika-labs' })).toEqual({ toolUsed: 'pika-labs' })
  expect(changedFields(video, { ...form, model: ' Wan 2.2 ' })).toEqual({ model: 'Wan 2.2' })
  expect(changedFields(video, { ...form, tags: ['sea'], tagText: 'dusk' })).toEqual({ tags: 'sea, dusk' })
  expect(changedFields(video, { ...form, commenting: 'held' })).toEqual({ commenting: 'held' })
})

test('an emptied field is null, but an emptied title is an empty string', () => {
  expect(changedFields(video, { ...form, caption: ' ', model: '', tags: [] })).toEqual({
    caption: null,
    model: null,
    tags: null,
  })
  expect(changedFields(video, { ...form, title: ' ' })).toEqual({ title: '' })
})

test('a changed licence and a changed remix policy are sent', () => {
  expect(changedFields(video, { ...form, remixPolicy: 'nobody' })).toEqual({ remixPolicy: 'nobody' })
  expect(changedFields(video, form, 'CC0-1.0')).toEqual({})
  expect(changedFields(video, { ...form, license: 'CC0-1.0' }, 'CC0-1.0')).toEqual({})
  expect(changedFields(video, { ...form, license: 'CC-BY-4.0' }, 'CC0-1.0')).toEqual({ license: 'CC-BY-4.0' })
  expect(changedFields(video, { ...form, license: '' }, 'CC0-1.0')).toEqual({ license: null })
})
