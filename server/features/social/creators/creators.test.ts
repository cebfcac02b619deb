import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CreatorPage, creatorSorts } from '../../../../contract/social/creators.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { readPages } from '../../../test/read-pages.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { appOfTest, insertVideos, testApp } from '../../../test/test-app.ts'
import { createUser } from '../../account/users/create-user.ts'

const t = testApp()

async function creators(query = '', visitor = t.visitor): Promise<CreatorPage> {
  return (await visitor.get(`/api/creators${query}`)).json<CreatorPage>()
}

async function creator(displayName: string): Promise<OwnUser> {
  const { user, caller } = await t.signUp()
  return (await caller.put(`/api/users/${user.id}`, { displayName })).json<{ user: OwnUser }>().user
}

async function allPages(query: string, visitor = t.visitor): Promise<string[]> {
  const pages = await Array.fromAsync(readPages<CreatorPage>(visitor, `/api/creators${query}&limit=2`))
  return pages.flatMap((page) => page.creators.map(({ id }) => id))
}

test('every sort order of creators is correct and breaks ties by registration', async () => {
  const alone = await appOfTest()
  const people = []
  for (let i = 0; i < 5; i++) people.push(await alone.signUp())
  const marks = [3, 7, 3, 0, 7]
  for (const [i, { user }] of people.entries()) {
    const mark = marks[i]!
    const counts = { totalViews: mark, totalLikes: mark, followersCount: mark, videosCount: mark }
    await alone.change('users', user.id, counts)
  }
  const ids = people.map(({ user }) => user.id)
  const byMark = [1, 4, 0, 2, 3].map((i) => ids[i])
  for (const sort of ['totalViews', 'totalLikes', 'followersCount', 'videosCount']) {
    expect(await allPages(`?sort=${sort}`, alone.visitor)).toEqual(byMark)
  }
  expect(await allPages('?sort=userNumber', alone.visitor)).toEqual(ids)
  expect((await creators('', alone.visitor)).creators.map(({ id }) => id)).toEqual(byMark)
  expect(await creators('?limit=2', alone.visitor)).toMatchObject({ total: 5 })
  const [viewer, muted] = people
  await viewer!.caller.put(`/api/users/${muted!.user.id}/mute`)
  expect(await creators('?limit=2', viewer!.caller)).toMatchObject({ total: 4 })
  expect(await creators(`?q=${muted!.user.username}`, viewer!.caller)).toMatchObject({ creators: [], total: 0 })
  expect((await alone.visitor.get('/api/creators?sort=email')).statusCode).toBe(400)
  for (const cursor of ['x', 'bnVsbCBudWxs', 'MSAx']) {
    const status = (await alone.visitor.get(`/api/creators?cursor=${cursor}`)).statusCode
    expect(status).toBe(cursor === 'MSAx' ? 200 : 400)
  }
})

test('a cursor with a value too large for its column is accepted', async () => {
  for (const sort of Object.keys(creatorSorts)) {
    for (const last of ['999999999999999 999999999', '-999999999999999 -999999999']) {
      const cursor = Buffer.from(last).toString('base64url')
      expect((await t.visitor.get(`/api/creators?sort=${sort}&cursor=${cursor}`)).statusCode).toBe(200)
    }
  }
})

test('the search for creators ignores case and accents and matches % and _ literally', async () => {
  const odd = await creator('100% Über_Licht')
  const plain = await creator('1000 ueber Licht')
  const found = async (q: string) => {
    const page = await creators(`?q=${encodeURIComponent(q)}`)
    expect(page.total).toBe(page.creators.length)
    return page.creators.map(({ id }) => id).filter((id) => id === odd.id || id === plain.id)
  }
  expect(await found('licht')).toEqual([odd.id, plain.id])
  for (const q of ['ÜBER', 'uber', 'u\u0308ber', 'líčht']) {
    expect([q, (await found(q))[0]]).toEqual([q, odd.id])
  }
  expect(await found('100%')).toEqual([odd.id])
  expect(await found('r_l')).toEqual([odd.id])
  expect(await found('\\')).toEqual([])
  expect(await found(odd.username!.toUpperCase().slice(3, 20))).toEqual([odd.id])
  expect(await found(`${odd.username!.slice(-3)} 100`)).toEqual([])
  expect(await found('   licht ')).toEqual([odd.id, plain.id])
  expect((await t.visitor.get(`/api/creators?q=${'x'.repeat(101)}`)).statusCode).toBe(400)
  expect((await t.visitor.get('/api/creators?q=%00')).statusCode).toBe(400)
})

test('pages with similar parameters have separate cache entries', async () => {
  const before = await creator('Harbour a b')
  const after = await creator('Lantern b')
  const cursor = Buffer.from(`0 ${String(before.userNumber - 1).padStart(4, '0')}`).toString('base64url')
  const clock = stopClock()
  // An additional base64 character is less than a byte, so both cursors decode to the same place.
  const other = await creators(`?q=b&cursor=${cursor}%20a`)
  const page = await creators(`?q=a%20b&cursor=${cursor}`)
  clock.resume()
  expect(other.creators.map(({ id }) => id)).toEqual([before.id, after.id])
  expect(page.creators.map(({ id }) => id)).toEqual([before.id])
})

test('only users with a username are creators', async () => {
  const { total } = await creators()
  await t.visitor.post('/api/register', { email: 'nameless@example.org', password: 'secret1' })
  expect((await creators()).total).toBe(total)
  const { user } = await t.signUp()
  const fan = await t.signUp()
  expect((await creators()).total).toBe(total + 2)
  const [id] = await insertVideos(t, user.id, 1)
  await t.visitor.post(`/api/videos/${id}/view`)
  await fan.caller.post(`/api/videos/${id}/like`)
  await fan.caller.post(`/api/users/${user.id}/follow`)
  const page = await creators(`?q=${user.username}`)
  expect(page.creators).toEqual([
    {
      id: user.id,
      username: user.username,
      displayName: 'Somebody',
      avatarUrl: null,
      userNumber: user.userNumber,
      isSample: false,
      totalViews: 1,
      totalLikes: 1,
      followersCount: 1,
      videosCount: 1,
    },
  ])
})

test('likes, views and follows drop only the cached pages that show their creator', async () => {
  const shown = await t.signUp()
  const other = await t.signUp()
  const [shownClip] = await insertVideos(t, shown.user.id, 1)
  const [otherClip] = await insertVideos(t, other.user.id, 1)
  const fan = await t.signUp()
  const viewsOfShown = async () => (await creators(`?q=${shown.user.username}`)).creators[0]?.totalViews
  stopClock()
  expect(await viewsOfShown()).toBe(0)
  // Changes the row without a signal, so that only a new read shows the change.
  await t.change('users', shown.user.id, { totalViews: 70 })
  await t.visitor.post(`/api/videos/${otherClip}/view`)
  await fan.caller.post(`/api/videos/${otherClip}/like`)
  await fan.caller.post(`/api/videos/${otherClip}/comments`, { text: 'Nice' })
  await fan.caller.post(`/api/users/${other.user.id}/follow`)
  expect(await viewsOfShown()).toBe(0)

  await t.visitor.post(`/api/videos/${shownClip}/view`)
  expect(await viewsOfShown()).toBe(71)
  await fan.caller.post(`/api/videos/${shownClip}/like`)
  await fan.caller.post(`/api/users/${shown.user.id}/follow`)
  const [last] = (await creators(`?q=${shown.user.username}`)).creators
  expect(last).toMatchObject({ totalViews: 71, totalLikes: 1, followersCount: 1 })
})

test('samples are listed after users in every order, without a rank', async () => {
  const samples = [await addSample(9_000), await addSample(8_000)]
  const [before, after] = [await t.signUp(), await t.signUp()]
  expect(after.user.userNumber).toBe(before.user.userNumber + 1)
  for (const sort of Object.keys(creatorSorts)) {
    const ids = await allPages(`?sort=${sort}`)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(-2).toSorted()).toEqual(samples.toSorted())
  }
  expect((await allPages('?sort=totalViews')).slice(-2)).toEqual(samples)
  const { user: sample } = (await t.visitor.get(`/api/users/${samples[0]}`)).json<{ user: Profile }>()
  expect(sample).toMatchObject({ rank: null, userNumber: null })
  const [top] = (await creators()).creators
  const { user: first } = (await t.visitor.get(`/api/users/${top?.id}`)).json<{ user: Profile }>()
  expect(first.rank).toBe(1)
  expect((await creators(`?q=${sample.username}`)).creators).toMatchObject([{ userNumber: null }])
})

async function addSample(totalViews: number): Promise<string> {
  const { id } = await createUser(t.db, {
    email: `sample${totalViews}@demo.invalid`,
    passwordHash: '-',
    isSample: true,
  })
  await t.change('users', id, { username: `sample${totalViews}`, totalViews })
  return id
}

test('the list of all users is public, newest first, with cursor pages', async () => {
  const [before, newest] = [await t.signUp(), await t.signUp()]
  const first = (await t.visitor.get('/api/users?limit=1')).json<{ users: { id: string }[]; nextCursor: string }>()
  expect(first.users).toMatchObject([{ id: newest.user.id }])
  expect(Object.keys(first.users[0]!)).not.toContain('email')
  const rest = await t.visitor.get(`/api/users?limit=100&cursor=${first.nextCursor}`)
  const { users } = rest.json<{ users: OwnUser[] }>()
  const numbers = users.flatMap(({ userNumber, isSample }) => (isSample ? [] : userNumber))
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  expect(numbers[0]).toBe(before.user.userNumber)
})

test('matching creators are counted up to 1,000', async () => {
  const { db, visitor } = await appOfTest()
  await sql`insert into users (user_number, email, password_hash, username, display_name)
    select 100000 + n, n || '@example.net', '-', 'crowd' || n, 'One of a crowd'
    from generate_series(1, 1001) n`.execute(db)
  expect(await creators('?q=of a crowd&limit=1', visitor)).toMatchObject({ total: 1000, isTotalCapped: true })
  expect(await creators('?q=crowd100&limit=1', visitor)).toMatchObject({ total: 3, isTotalCapped: false })
  expect(await creators('?limit=1', visitor)).toMatchObject({ total: 1001, isTotalCapped: false })
})
