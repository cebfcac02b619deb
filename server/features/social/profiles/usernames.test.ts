import { expect, test } from 'vitest'
import { swapAtOnce } from '../../../test/database/swap-at-once.ts'
import { testApp } from '../../../test/test-app.ts'
import { reservedUsernames } from './username-problem.ts'

const t = testApp()
const taken = { code: 'USERNAME_TAKEN', message: 'Username is already taken' }

test('exactly one of several concurrent users gets a username, ignoring case', async () => {
  const people = await t.signUpMany(6)
  const replies = await Promise.all(
    people.map(({ user, caller }, i) =>
      caller.put(`/api/users/${user.id}`, { username: i % 2 ? 'Wanted' : 'wanted', displayName: 'x' }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject(taken)
  expect(await t.rows('users', { username: 'wanted' })).toHaveLength(1)
})

test('two users who take each other’s username at once do not deadlock', async () => {
  expect(await swapAtOnce(t, 'username', { first: await t.signUp(), second: await t.signUp() })).toBe(200)
})

test('the database itself refuses usernames that differ only in case', async () => {
  const [first, second] = [await t.signUp(), await t.signUp()]
  const rename = (id: string, username: string) => t.change('users', id, { username })
  await rename(first.user.id, 'unique')
  await expect(rename(second.user.id, 'unique')).rejects.toMatchObject({ code: '23505' })
  for (const username of ['Unique', 'un que', 'ünique', 'x'.repeat(51), '']) {
    await expect(rename(second.user.id, username)).rejects.toMatchObject({ code: '23514' })
  }
})

test('reserved usernames are refused in upper and lower case', async () => {
  const { user, caller } = await t.signUp()
  for (const [i, name] of [...reservedUsernames].entries()) {
    const username = [name, name.toUpperCase(), ` ${name} `][i % 3]
    const reply = await caller.put(`/api/users/${user.id}`, { username })
    expect([username, reply.statusCode, reply.json()]).toMatchObject([username, 409, taken])
  }
  expect((await caller.put(`/api/users/${user.id}`, { username: user.username })).statusCode).toBe(200)
})

test('checking a typed username gives the same result as saving it', async () => {
  const [owner, typist] = [await t.signUp(), await t.signUp()]
  await owner.caller.put(`/api/users/${owner.user.id}`, { username: 'taken1' })
  await t.change('users', owner.user.id, { isHidden: true, hiddenFor: ['suspension'] })
  const problemOf = async (username: string) => {
    const reply = await typist.caller.get(`/api/account/usernames/${encodeURIComponent(username)}`)
    return reply.json<{ problem: string | null }>().problem
  }
  expect(await problemOf('Taken1')).toBe('Username is already taken')
  expect(await problemOf('Admin')).toBe('Username is already taken')
  expect(await problemOf('with space')).toBe('Username can only contain lowercase letters and numbers')
  expect(await problemOf('a'.repeat(51))).toBe('Username must be 50 characters or less')
  expect(await problemOf('free1')).toBeNull()
  expect(await problemOf(typist.user.username ?? '')).toBeNull()
})
