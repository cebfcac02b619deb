import { expect, test } from 'vitest'
import { badgeOf, targetOf } from './notification-labels.ts'

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('%i unread is %s', (unread, badge) => {
  expect(badgeOf(unread)).toBe(badge)
})

test('a follow leads to who follows, a like and a comment to the video', () => {
  expect(targetOf({ type: 'follow', actorUsername: 'ada', videoId: null })).toBe('/profile/ada')
  expect(targetOf({ type: 'like', actorUsername: 'ada', videoId: '1' })).toBe('/video/1')
  expect(targetOf({ type: 'comment', actorUsername: null, videoId: '1' })).toBe('/video/1')
})

test('who has no profile yet cannot be visited', () => {
  expect(targetOf({ type: 'follow', actorUsername: null, videoId: null })).toBeUndefined()
})
