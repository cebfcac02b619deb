import { expect, test } from 'vitest'
import type { ListedPerson } from '../../../../contract/social/follows.ts'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'

const t = testApp()

async function profile(caller: Caller, id: string): Promise<Profile> {
  return (await caller.get(`/api/users/${id}`)).json<{ user: Profile }>().user
}

async function followersOf(caller: Caller, id: string, query = '') {
  return (await caller.get(`/api/users/${id}/followers${query}`)).json<{
    followers: ListedPerson[]
    nextCursor: string | null
  }>()
}

test('following and unfollowing are idempotent and return the state', async () => {
  const [fan, star] = await t.signUpMany(2)
  const url = `/api/users/${star.user.id}/follow`
  for (let i = 0; i < 2; i++) {
    expect((await fan.caller.post(url)).json()).toEqual({ isFollowing: true, followersCount: 1 })
  }
  expect(await profile(fan.caller, star.user.id)).toMatchObject({ isFollowing: true, followersCount: 1 })
  expect(await profile(t.visitor, star.user.id)).toMatchObject({ isFollowing: false, followersCount: 1 })
  expect(await profile(t.visitor, fan.user.id)).toMatchObject({ followingCount: 1, followersCount: 0 })
  const isFollowing = `/api/users/${fan.user.id}/is-following/${star.user.id}`
  expect((await t.visitor.get(isFollowing)).json()).toEqual({ isFollowing: true })
  for (let i = 0; i < 2; i++) {
    expect((await fan.caller.delete(url)).json()).toEqual({ isFollowing: false, followersCount: 0 })
  }
  expect((await t.visitor.get(isFollowing)).json()).toEqual({ isFollowing: false })
  expect(await profile(t.visitor, fan.user.id)).toMatchObject({ followingCount: 0 })
})

test('concurrent follows and unfollows by fifty users leave exact counts', async () => {
  const [star, ...fans] = await t.signUpMany(51)
  const url = `/api/users/${star.user.id}/follow`
  const replies = await Promise.all(
    fans.flatMap(({ caller }) => [caller.post(url), caller.delete(url), caller.post(url)]),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  const rows = await t.rows('follows', { followingId: star.user.id })
  expect((await profile(t.visitor, star.user.id)).followersCount).toBe(rows.length)
  const counts = await t.rows('users', { id: fans.map(({ user }) => user.id) })
  expect(counts.reduce((sum, { followingCount }) => sum + followingCount, 0)).toBe(rows.length)
})

test('users who follow each other concurrently do not deadlock', async () => {
  const circle = await t.signUpMany(8)
  const replies = await Promise.all(
    circle.flatMap((one) =>
      circle.filter((other) => other !== one).map(({ user }) => one.caller.post(`/api/users/${user.id}/follow`)),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  for (const { user } of circle) {
    expect(await profile(t.visitor, user.id)).toMatchObject({ followersCount: 7, followingCount: 7 })
  }
})

test('the lists of followers and followed people begin with the newest follow', async () => {
  const [star, first, second, third] = await t.signUpMany(4)
  for (const { caller } of [first, second, third]) await caller.post(`/api/users/${star.user.id}/follow`)
  await first.caller.post(`/api/users/${third.user.id}/follow`)
  const all = await followersOf(first.caller, star.user.id)
  expect(all.followers.map(({ id, isFollowing }) => [id, isFollowing])).toEqual([
    [third.user.id, true],
    [second.user.id, false],
    [first.user.id, false],
  ])
  expect(JSON.stringify(all)).not.toContain('@example.org')
  const page = await followersOf(t.visitor, star.user.id, '?limit=2')
  await second.caller.delete(`/api/users/${star.user.id}/follow`)
  const rest = await followersOf(t.visitor, star.user.id, `?limit=2&cursor=${page.nextCursor}`)
  expect(rest).toMatchObject({ followers: [{ id: first.user.id }], nextCursor: null })
  const following = await t.visitor.get(`/api/users/${first.user.id}/following`)
  expect(following.json<{ following: ListedPerson[] }>().following.map(({ id }) => id)).toEqual([
    third.user.id,
    star.user.id,
  ])
})

test('listing forty users makes as many queries as listing one', async () => {
  const [star, one, ...fans] = await t.signUpMany(42)
  await one.caller.post(`/api/users/${star.user.id}/follow`)
  const list = () => one.caller.get(`/api/users/${star.user.id}/followers`)
  const forOne = await t.countQueries(list)
  for (const { caller } of fans) await caller.post(`/api/users/${star.user.id}/follow`)
  expect(await t.countQueries(list)).toBe(forOne)
})
