import { expect, test } from 'vitest'
import { isKnown, labelsOf } from './notification-labels.ts'

const video = { videoId: '1', videoTitle: 'Dawn', videosCount: null }
const none = { videoId: null, videoTitle: null, videosCount: null }

test('notifications link to the follower, or to the liked or commented video', () => {
  expect(labelsOf({ type: 'follow', actorUsername: 'ada', ...none }).href).toBe('/profile/ada')
  expect(labelsOf({ type: 'like', actorUsername: 'ada', ...video }).href).toBe('/video/1')
  expect(labelsOf({ type: 'comment', actorUsername: null, ...video }).href).toBe('/video/1')
})

test('a notification about a follower without a profile has no link', () => {
  expect(labelsOf({ type: 'follow', actorUsername: null, ...none }).href).toBeUndefined()
})

test('a notification of an unknown kind is left out', () => {
  expect([isKnown({ type: 'like' }), isKnown({ type: 'applause' as 'like' })]).toEqual([true, false])
})
