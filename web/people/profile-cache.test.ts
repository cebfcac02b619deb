import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { getUser, getUserByUsername } from '../../contract/social/profiles.ts'
import { keyOf } from '../net/query-keys.ts'
import { cancelProfileReads, findCachedProfile, patchProfile } from './profile-cache.ts'

const profileKey = (id: string) => keyOf(getUser, { params: { id } })
const profileByUsernameKey = (username: string) => keyOf(getUserByUsername, { params: { username } })

const profile = (isFollowing: boolean) => ({ user: { id: 'ada', isFollowing } })

test('a response that was requested before a follow does not undo it', async () => {
  for (const queryKey of [profileKey('ada'), profileByUsernameKey('lovelace')]) {
    const client = new QueryClient()
    client.setQueryData(queryKey, profile(false))
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof profile>>()
    const asked = client.fetchQuery({ queryKey, queryFn: () => promise }).catch(() => undefined)
    cancelProfileReads(client, 'ada')
    patchProfile(client, 'ada', (user) => ({ ...user, isFollowing: true }))
    resolve(profile(false))
    await asked
    expect(findCachedProfile(client, 'ada')).toMatchObject({ isFollowing: true })
  }
})

test('cancelling the reads of one profile keeps the first load of another', async () => {
  const client = new QueryClient()
  client.setQueryData(profileKey('ada'), profile(false))
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof profile>>()
  const asked = client.fetchQuery({ queryKey: profileKey('bob'), queryFn: () => promise })
  cancelProfileReads(client, 'ada')
  resolve(profile(false))
  await expect(asked).resolves.toEqual(profile(false))
})
