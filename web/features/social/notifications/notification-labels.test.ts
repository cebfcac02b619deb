import { expect, test } from 'vitest'
import { badgeOf, deedOf, isKnown, targetOf, titleOf } from './notification-labels.ts'

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('%i unread is %s', (unread, badge) => {
  expect(badgeOf(unread)).toBe(badge)
})

test('a notification about a follow links to the follower, and one about a like or a comment links to the video', () => {
  expect(targetOf({ type: 'follow', actorUsername: 'ada', videoId: null, videosCount: null })).toBe('/profile/ada')
  expect(targetOf({ type: 'like', actorUsername: 'ada', videoId: '1', videosCount: null })).toBe('/video/1')
  expect(targetOf({ type: 'comment', actorUsername: null, videoId: '1', videosCount: null })).toBe('/video/1')
})

test('a notification about one new clip names it and links to it; one about several counts them and links to the profile', () => {
  const one = { type: 'publish', actorUsername: 'ada', videoId: '1', videoTitle: 'Dawn', videosCount: 1 } as const
  expect([deedOf(one), titleOf(one), targetOf(one)]).toEqual(['published a new clip', 'Dawn', '/video/1'])
  const three = { ...one, videosCount: 3 }
  expect([deedOf(three), titleOf(three), targetOf(three)]).toEqual(['published 3 new clips', null, '/profile/ada'])
})

test('a notification about a follower without a profile has no link', () => {
  expect(targetOf({ type: 'follow', actorUsername: null, videoId: null, videosCount: null })).toBeUndefined()
})

test('a notification of a kind that only a newer server knows is left out', () => {
  expect([isKnown({ type: 'like' }), isKnown({ type: 'applause' as 'like' })]).toEqual([true, false])
})
