import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listFollowingVideos } from '../../contract/discovery/following.ts'
import { listFollowers } from '../../contract/social/follows.ts'
import { listCreators } from '../../contract/social/creators.ts'
import { getUser, getUserByUsername } from '../../contract/social/profiles.ts'
import { keyOf, pagesKeyOf } from '../net/query-keys.ts'
import { findFollowState, patchFollowState } from './follow-cache.ts'

const profileKey = (id: string) => keyOf(getUser, { params: { id } })
const profileByUsernameKey = (username: string) => keyOf(getUserByUsername, { params: { username } })

const followersKey = pagesKeyOf(listFollowers, { params: { id: 'bob' } })
const creatorsKey = pagesKeyOf(listCreators, { query: { sort: 'totalViews' } })
const followingFeedKey = pagesKeyOf(listFollowingVideos)
const person = (id: string) => ({ id, isFollowing: false, followersCount: 7, followingCount: 3 })

/**
 * Returns a cache with one person and the viewer's profile. The person is on their profile, in a list of people and on
 * the leaderboard.
 */
function cachedEverywhere() {
  const client = new QueryClient()
  client.setQueryData(profileByUsernameKey('ada'), { user: person('ada') })
  client.setQueryData(profileKey('viewer'), { user: person('viewer') })
  client.setQueryData(followersKey, { pages: [{ people: [person('ada'), person('eve')] }] })
  client.setQueryData(creatorsKey, { pages: [{ creators: [person('ada')] }] })
  client.setQueryData(followingFeedKey, { pages: [] })
  return client
}

test("a follow updates the person in every cache, and the viewer's own count once, and can be rolled back", () => {
  const client = cachedEverywhere()
  for (const _ of ['optimistic', 'confirmed']) {
    patchFollowState(client, 'viewer', 'ada', { isFollowing: true, followersCount: 8 })
  }
  expect(client.getQueryState(followingFeedKey)).toMatchObject({ isInvalidated: true })
  const followed = { isFollowing: true, followersCount: 8 }
  expect(findFollowState(client, 'ada')).toMatchObject(followed)
  expect(client.getQueryData(followersKey)).toMatchObject({
    pages: [{ people: [followed, { isFollowing: false, followersCount: 7 }] }],
  })
  expect(client.getQueryData(creatorsKey)).toMatchObject({
    pages: [{ creators: [{ followersCount: 8 }] }],
  })
  expect(client.getQueryData(profileKey('viewer'))).toMatchObject({
    user: { followingCount: 4, followersCount: 7 },
  })

  patchFollowState(client, 'viewer', 'ada', { isFollowing: false, followersCount: 7 })
  expect(findFollowState(client, 'ada')).toMatchObject({ isFollowing: false, followersCount: 7 })
  expect(client.getQueryData(followersKey)).toEqual({ pages: [{ people: [person('ada'), person('eve')] }] })
  expect(client.getQueryData(creatorsKey)).toMatchObject({ pages: [{ creators: [{ followersCount: 7 }] }] })
  expect(client.getQueryData(profileKey('viewer'))).toMatchObject({ user: { followingCount: 3 } })
})

test('a follow from a list of people counts for the viewer, although no profile is cached', () => {
  const client = cachedEverywhere()
  client.removeQueries({ queryKey: profileByUsernameKey('ada') })
  patchFollowState(client, 'viewer', 'ada', { isFollowing: true, followersCount: 8 })
  expect(client.getQueryData(profileKey('viewer'))).toMatchObject({ user: { followingCount: 4 } })
})
