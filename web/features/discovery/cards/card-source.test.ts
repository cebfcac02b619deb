import { expect, test } from 'vitest'
import { cardNotice, cardSource } from './card-source.ts'

const fresh = { status: 'processing', previewUrl: null, videoUrl: '/original', videoBytes: 60_000_000 } as const
const small = { ...fresh, videoBytes: 8_000_000 }
const ready = { ...fresh, status: 'ready', previewUrl: '/preview', videoBytes: null } as const

test('a card plays the preview, or a small original while there is none', () => {
  expect(cardSource(ready)).toBe('/preview')
  expect(cardSource(small)).toBe('/original')
  expect(cardSource(fresh)).toBeUndefined()
})

test('owners always see that a clip is processing, others see that only if nothing plays', () => {
  const notices = (isOwner: boolean) => [
    cardNotice(fresh, { hasFailed: false, isOwner }),
    cardNotice(small, { hasFailed: true, isOwner }),
    cardNotice(small, { hasFailed: false, isOwner }),
  ]
  expect(notices(false)).toEqual(['Processing', 'Processing', undefined])
  expect(notices(true)).toEqual(['Processing', 'Processing', 'Processing'])
  expect(cardNotice(ready, { hasFailed: false, isOwner: true })).toBeUndefined()
  expect(cardNotice(ready, { hasFailed: true, isOwner: false })).toBe('Video unavailable')
})

test('a clip whose preview could not be made is not called unavailable, and its owner sees the failure', () => {
  const notices = (isOwner: boolean) => [
    cardNotice({ ...fresh, status: 'failed' }, { hasFailed: false, isOwner }),
    cardNotice({ ...small, status: 'failed' }, { hasFailed: false, isOwner }),
    cardNotice({ ...small, status: 'failed' }, { hasFailed: true, isOwner }),
  ]
  expect(notices(false)).toEqual(['Open to watch', undefined, 'Video unavailable'])
  expect(notices(true)).toEqual(['Processing failed', 'Processing failed', 'Processing failed'])
})
