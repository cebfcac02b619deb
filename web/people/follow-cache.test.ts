import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { findFollowState, showFollowState } from './follow-cache.ts'

const person = (id: string) => ({ id, isFollowing: false, followersCount: 7, followingCount: 3 })

/**
 * Returns a cache with one person on their profile, in a list of people and on the leaderboard, and with the viewer's
 * profile.
 */
function cachedEverywhere() {
  const client = new QueryClient()
  client.setQueryData(['/api/users/username', 'ada'], { user: person('ada') })
  client.setQueryData(['/api/users', 'viewer'], { user: person('viewer') })
  client.setQueryData(['/api/users', 'bob', 'followers'], { pages: [{ people: [person('ada'), person('eve')] }] })
  client.setQueryData(['/api/creators', { sort: 'totalViews', q: '' }], { pages: [{ creators: [person('ada')] }] })
  return client
}

test("a follow updates every cache of the person, and the viewer's own count once", () => {
  const client = cachedEverywhere()
  for (const _ of ['optimistic', 'confirmed']) {
    showFollowState(client, 'viewer', 'ada', { isFollowing: true, followersCount: 8 })
  }
  const followed = { isFollowing: true, followersCount: 8 }
  expect(findFollowState(client, 'ada')).toMatchObject(followed)
  expect(client.getQueryData(['/api/users', 'bob', 'followers'])).toMatchObject({
    pages: [{ people: [followed, { isFollowing: false, followersCount: 7 }] }],
  })
  expect(client.getQueryData(['/api/creators', { sort: 'totalViews', q: '' }])).toMatchObject({
    pages: [{ creators: [{ followersCount: 8 }] }],
  })
  expect(client.getQueryData(['/api/users', 'viewer'])).toMatchObject({
    user: { followingCount: 4, followersCount: 7 },
  })
})

test('a failed follow is rolled back in every cache', () => {
  const client = cachedEverywhere()
  showFollowState(client, 'viewer', 'ada', { isFollowing: true, followersCount: 8 })
  showFollowState(client, 'viewer', 'ada', { isFollowing: false, followersCount: 7 })
  expect(findFollowState(client, 'ada')).toMatchObject({ isFollowing: false, followersCount: 7 })
  expect(client.getQueryData(['/api/users', 'viewer'])).toMatchObject({ user: { followingCount: 3 } })
})
