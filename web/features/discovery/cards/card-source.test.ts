import { expect, test } from 'vitest'
import { cardNotice, cardSource } from './card-source.ts'

const fresh = { status: 'processing', previewUrl: null, videoUrl: '/original', videoBytes: 60_000_000 } as const
const small = { ...fresh, videoBytes: 8_000_000 }
const ready = { ...fresh, status: 'ready', previewUrl: '/preview', videoBytes: null } as const

test('a card plays the preview, or an original of up to 8 MB while there is no preview', () => {
  expect(cardSource(ready)).toBe('/preview')
  expect(cardSource(small)).toBe('/original')
  expect(cardSource(fresh)).toBeUndefined()
})

test('a clip that is being processed is labelled as such if it does not play, and always for its owner', () => {
  const notices = (isOwner: boolean) => [
    cardNotice(fresh, false, isOwner),
    cardNotice(small, true, isOwner),
    cardNotice(small, false, isOwner),
  ]
  expect(notices(false)).toEqual(['Processing', 'Processing', undefined])
  expect(notices(true)).toEqual(['Processing', 'Processing', 'Processing'])
  expect(cardNotice(ready, false, true)).toBeUndefined()
  expect(cardNotice(ready, true, false)).toBe('Video unavailable')
})

test('a large clip whose preview could not be made is not called unavailable', () => {
  expect(cardNotice({ ...fresh, status: 'failed' }, false, false)).toBe('Open to watch')
  expect(cardNotice({ ...small, status: 'failed' }, false, false)).toBeUndefined()
})
