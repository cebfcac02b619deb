import { expect, test } from 'vitest'
import { isKnown, labelsOf } from './notification-labels.ts'

const none = { videoId: null, videoTitle: null, videosCount: null }

test('a notification about a follower without a profile has no link', () => {
  expect(labelsOf({ type: 'follow', actorUsername: null, ...none }).href).toBeUndefined()
})

test('a notification of an unknown kind is left out', () => {
  expect([isKnown({ type: 'like' }), isKnown({ type: 'applause' as 'like' })]).toEqual([true, false])
})
