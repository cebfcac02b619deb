import { expect, test } from 'vitest'
import type { OwnUser } from '../../../../contract/account/users.ts'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { testApp } from '../../../test/test-app.ts'

const t = testApp()

test('a profile is created with a lowercased username', async () => {
  const { user, caller } = await t.signUp()
  const reply = await caller.put(`/api/users/${user.id}`, {
    username: 'SlowLight',
    displayName: ' Slow Light ',
    website: 'slowlight.example/work',
  })
  expect(reply.json<{ user: OwnUser }>().user).toMatchObject({
    username: 'slowlight',
    displayName: 'Slow Light',
    website: 'https://slowlight.example/work',
  })
  const profile = (await t.visitor.get('/api/users/username/SLOWLIGHT')).json<{ user: Profile }>().user
  expect(profile).toMatchObject({ id: user.id, isOwnProfile: false, isFollowing: false })
  expect(profile).not.toHaveProperty('email')
  expect((await caller.get(`/api/users/${user.id}`)).json()).toMatchObject({ user: { isOwnProfile: true } })
})

test.each([
  [{ website: 'https:example.org' }, 'Please enter a web address that starts with http or https'],
  [{ website: 'javascript:alert(1)' }, 'Please enter a web address that starts with http or https'],
  [{ website: 'https:////example.org' }, 'Please enter a web address that starts with http or https'],
  [
    { website: 'https://known.example@example.org' },
    'Please enter a web address without a name or password before the @',
  ],
  [{ avatarUrl: 'data:image/png;base64,AAAA' }, 'Please use an uploaded picture or an http(s) address'],
])('%j is refused: %s', async (changes, message) => {
  const { user, caller } = await t.signUp()
  const reply = await caller.put(`/api/users/${user.id}`, changes)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ code: 'VALIDATION_FAILED', message })
})

test('an empty string clears a profile field, and surrounding whitespace is removed', async () => {
  const { user, caller } = await t.signUp()
  const url = `/api/users/${user.id}`
  const full = { bio: ' Light ', location: ' Here ', website: 'example.org', avatarUrl: 'https://example.org/a.png' }
  expect((await caller.put(url, full)).json()).toMatchObject({ user: { bio: 'Light', location: 'Here' } })
  for (const empty of ['', '  ', null]) {
    const cleared = await caller.put(url, { bio: empty, location: empty, website: empty, avatarUrl: empty })
    expect(cleared.json()).toMatchObject({ user: { bio: '', location: null, website: null, avatarUrl: null } })
  }
})

test.each([
  ['HTTPS://Example.org', 'https://Example.org'],
  ['Http://example.org/Path', 'http://example.org/Path'],
  ['Example.org', 'https://Example.org'],
  ['//example.org', 'https://example.org'],
  ['https://example.org/\u202Egpj.exe', 'https://example.org/gpj.exe'],
])('a website entered as %s is stored as %s', async (website, kept) => {
  const { user, caller } = await t.signUp()
  const reply = await caller.put(`/api/users/${user.id}`, { website })
  expect([reply.statusCode, reply.json<{ user: { website: string } }>().user?.website]).toEqual([200, kept])
})
