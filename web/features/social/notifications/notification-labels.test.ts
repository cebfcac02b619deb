import { expect, test } from 'vitest'
import { isKnown, labelsOf } from './notification-labels.ts'

const video = { videoId: '1', videoTitle: 'Dawn', videosCount: null }
const none = { videoId: null, videoTitle: null, videosCount: null }

test('a notification about a follow links to the follower, and one about a like or a comment links to the video', () => {
  expect(labelsOf({ type: 'follow', actorUsername: 'ada', ...none }).href).toBe('/profile/ada')
  expect(labelsOf({ type: 'like', actorUsername: 'ada', ...video }).href).toBe('/video/1')
  expect(labelsOf({ type: 'comment', actorUsername: null, ...video }).href).toBe('/video/1')
})

test('a notification about a follower without a profile has no link', () => {
  expect(labelsOf({ type: 'follow', actorUsername: null, ...none }).href).toBeUndefined()
})

test('a notification of a kind that only a newer server knows is left out', () => {
  expect([isKnown({ type: 'like' }), isKnown({ type: 'applause' as 'like' })]).toEqual([true, false])
})
