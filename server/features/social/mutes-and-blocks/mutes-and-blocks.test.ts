import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MUTES_AND_BLOCKS_MAX, type MutedPage } from '../../../../contract/social/mutes-and-blocks.ts'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { type Caller, insertVideos, type Person, refusalOf, testApp } from '../../../test/test-app.ts'
import { restoreFollow } from '../follows/follows.queries.ts'
import { differences } from '../../moderation/decisions/people.fixture.ts'
import { listNotifications, unread } from '../notifications/notifications.fixture.ts'

const t = testApp()

const address = ({ user }: Person, act: string) => `/api/users/${user.id}/${act}`

async function profile(caller: Caller, { user }: Person): Promise<Profile> {
  return (await caller.get(`/api/users/${user.id}`)).json<{ user: Profile }>().user
}

async function mutedBy({ caller }: Person, query = ''): Promise<MutedPage> {
  return (await caller.get(`/api/account/mutes${query}`)).json<MutedPage>()
}

async function notificationsOf(person: Person) {
  const actors = (await listNotifications(person)).map(({ actorId }) => actorId)
  return { actors, unread: await unread(person) }
}

test('muting and blocking are idempotent, and each is removed separately', async () => {
  const [viewer, other] = await t.signUpMany(2)
  const { caller } = viewer
  const steps = [
    ['PUT', 'mute', 'mute'],
    ['PUT', 'mute', 'mute'],
    ['DELETE', 'block', 'mute'],
    ['DELETE', 'mute', null],
    ['DELETE', 'mute', null],
    ['PUT', 'block', 'block'],
    ['PUT', 'block', 'block'],
    ['PUT', 'mute', 'block'],
    ['DELETE', 'mute', 'block'],
    ['DELETE', 'block', null],
    ['PUT', 'mute', 'mute'],
    ['PUT', 'block', 'block'],
  ] as const
  for (const [method, act, relation] of steps) {
    const reply = await caller.inject({ method, url: address(other, act) })
    expect([method, act, reply.statusCode, reply.json()]).toEqual([method, act, 200, { relation }])
    expect((await profile(caller, other)).relation).toBe(relation)
  }
  // Neither the muted user nor other users can see the mute.
  expect((await profile(other.caller, viewer)).relation).toBeNull()
  expect((await profile(t.visitor, other)).relation).toBeNull()
})

test('the list of muted and blocked people is visible to its owner only', async () => {
  const [viewer, first, second, third] = await t.signUpMany(4)
  await viewer.caller.put(address(first, 'mute'))
  await viewer.caller.put(address(second, 'block'))
  await viewer.caller.put(address(third, 'mute'))
  const page = await mutedBy(viewer, '?limit=2')
  expect(page.muted.map(({ id, relation }) => [id, relation])).toEqual([
    [third.user.id, 'mute'],
    [second.user.id, 'block'],
  ])
  await viewer.caller.delete(address(third, 'mute'))
  const rest = await mutedBy(viewer, `?limit=2&cursor=${page.nextCursor}`)
  expect(rest).toMatchObject({ muted: [{ id: first.user.id, username: first.user.username }], nextCursor: null })
  expect(await mutedBy(first)).toEqual({ muted: [], nextCursor: null })
})

test('mutes beyond the quota of 5,000 are refused with a message', async () => {
  const [viewer, last, known] = await t.signUpMany(3)
  await viewer.caller.put(address(known, 'mute'))
  await sql`
    with crowd as (
      insert into users (user_number, email, password_hash)
      select 1000000 + i, 'crowd' || i || '@example.org', '' from generate_series(2, ${MUTES_AND_BLOCKS_MAX}) as i returning id
    )
    insert into relations (user_id, target_id, kind) select ${viewer.user.id}, id, 'mute' from crowd`.execute(t.db)
  const refused = await viewer.caller.put(address(last, 'mute'))
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'QUOTA_EXCEEDED', message: 'You’ve muted or blocked 5,000 accounts, which is the limit.' },
  ])
  expect((await viewer.caller.put(`/api/users/${randomUUID()}/mute`)).statusCode).toBe(404)
  expect((await viewer.caller.put(address(known, 'block'))).json()).toEqual({ relation: 'block' })
})

test('muted users cause no notifications', async () => {
  const [viewer, muted, other] = await t.signUpMany(3)
  const [before = '', after = ''] = await insertVideos(t, viewer.user.id, 2)
  await muted.caller.post(`/api/videos/${before}/like`)
  await viewer.caller.put(address(muted, 'mute'))
  await muted.caller.post(`/api/videos/${after}/like`)
  await muted.caller.post(`/api/videos/${after}/comments`, { text: 'Hello' })
  await muted.caller.post(address(viewer, 'follow'))
  await other.caller.post(`/api/videos/${after}/like`)
  expect(await notificationsOf(viewer)).toEqual({ actors: [other.user.id], unread: 1 })
  await viewer.caller.delete(address(muted, 'mute'))
  expect(await notificationsOf(viewer)).toEqual({ actors: [other.user.id, muted.user.id], unread: 2 })
  // Counts are the same for every viewer.
  expect((await t.visitor.get(`/api/videos/${after}`)).json()).toMatchObject({ likesCount: 2, commentsCount: 1 })
})

test('blocked users get an error if they like, comment or follow', async () => {
  const [owner, blocked, other] = await t.signUpMany(3)
  const [videoId = ''] = await insertVideos(t, owner.user.id, 1)
  const [elsewhere = ''] = await insertVideos(t, other.user.id, 1)
  const { id: comment } = (await owner.caller.post(`/api/videos/${elsewhere}/comments`, { text: 'Mine' })).json<{
    id: string
  }>()
  await blocked.caller.post(`/api/videos/${videoId}/like`)
  await owner.caller.put(address(blocked, 'block'))

  const acts = [
    [`/api/videos/${videoId}/like`, 'like their clips'],
    [`/api/videos/${videoId}/comments`, 'comment on their clips'],
    [`/api/comments/${comment}/like`, 'like their comments'],
    [address(owner, 'follow'), 'follow them'],
  ] as const
  const body = (url: string) => (url.endsWith('comments') ? { text: 'Lovely' } : undefined)
  for (const [url, action] of acts) {
    const refused = await blocked.caller.post(url, body(url))
    const message = `This person has blocked you, so you cannot ${action}.`
    expect([url, refused.statusCode, refused.json()]).toMatchObject([url, 403, { code: 'BLOCKED', message }])
    expect((await other.caller.post(url, body(url))).statusCode).toBeLessThan(300)
  }
  // Blocked users may undo their earlier likes and follows, and may interact with other users.
  expect((await blocked.caller.delete(`/api/videos/${videoId}/like`)).json()).toMatchObject({ likesCount: 1 })
  expect((await blocked.caller.post(`/api/videos/${elsewhere}/comments`, { text: 'Hello' })).statusCode).toBe(201)
  expect((await blocked.caller.get(`/api/videos/${videoId}`)).statusCode).toBe(200)

  const own = await owner.caller.post(address(blocked, 'follow'))
  expect(refusalOf(own)).toEqual([409, 'You have blocked this person. Unblock them first to follow them.'])
  await owner.caller.delete(address(blocked, 'block'))
  for (const [url] of acts) expect((await blocked.caller.post(url, body(url))).statusCode).toBeLessThan(300)
})

test('a block ends the follows in both directions', async () => {
  const [viewer, other] = await t.signUpMany(2)
  await viewer.caller.post(address(other, 'follow'))
  await other.caller.post(address(viewer, 'follow'))
  await viewer.caller.put(address(other, 'block'))
  for (const person of [viewer, other]) {
    expect(await profile(t.visitor, person)).toMatchObject({ followersCount: 0, followingCount: 0 })
    expect(await notificationsOf(person)).toEqual({ actors: [], unread: 0 })
  }
  await viewer.caller.delete(address(other, 'block'))
  expect(await notificationsOf(viewer)).toEqual({ actors: [], unread: 0 })
})

test('removing a block within a minute restores the follows that it ended', async () => {
  const [viewer, other] = await t.signUpMany(2)
  await viewer.caller.post(address(other, 'follow'))
  await other.caller.post(address(viewer, 'follow'))
  const follows = () =>
    t.db
      .selectFrom('follows')
      .select(['followerId', 'followingId', 'createdAt'])
      .where('followerId', 'in', [viewer.user.id, other.user.id])
      .orderBy('createdAt')
      .execute()
  const before = await follows()
  expect(before).toHaveLength(2)
  await viewer.caller.put(address(other, 'block'))
  await viewer.caller.put(address(other, 'block'))
  expect(await follows()).toEqual([])
  await viewer.caller.delete(address(other, 'block'))
  expect(await follows()).toEqual(before)
  expect(await profile(viewer.caller, other)).toMatchObject({
    isFollowing: true,
    followersCount: 1,
    followingCount: 1,
  })
  expect((await notificationsOf(other)).actors).toEqual([])

  await viewer.caller.put(address(other, 'block'))
  await sql`update relations set created_at = created_at - interval '2 minutes'`.execute(t.db)
  await viewer.caller.delete(address(other, 'block'))
  expect(await follows()).toEqual([])

  // The other user has since blocked the viewer.
  await viewer.caller.post(address(other, 'follow'))
  await viewer.caller.put(address(other, 'block'))
  await other.caller.put(address(viewer, 'block'))
  await viewer.caller.delete(address(other, 'block'))
  expect(await follows()).toEqual([])
  expect(await differences(t)).toEqual([])
})

test('concurrent blocks and follows by fifty users leave no follow across blocks', async () => {
  const [star, ...crowd] = await t.signUpMany(51)
  const replies = await Promise.all(
    crowd.flatMap((person) => [
      person.caller.post(address(star, 'follow')),
      star.caller.post(address(person, 'follow')),
      star.caller.put(address(person, 'block')),
      person.caller.delete(address(star, 'follow')),
      person.caller.post(address(star, 'follow')),
    ]),
  )
  const statuses = new Set(replies.map(({ statusCode }) => statusCode))
  for (const status of statuses) expect([200, 403, 409]).toContain(status)
  expect(await profile(t.visitor, star)).toMatchObject({ followersCount: 0, followingCount: 0 })
  expect(await t.rows('follows', { followingId: star.user.id })).toEqual([])
  expect(await differences(t)).toEqual([])
})

test('users who block and follow each other concurrently do not deadlock', async () => {
  const circle = await t.signUpMany(6)
  const pairs = circle.flatMap((one) => circle.filter((other) => other !== one).map((other) => [one, other] as const))
  const replies = await Promise.all(
    pairs.flatMap(([one, other]) => [
      one.caller.post(address(other, 'follow')),
      one.caller.put(address(other, 'block')),
      one.caller.delete(address(other, 'follow')),
      one.caller.delete(address(other, 'block')),
    ]),
  )
  expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  expect(await differences(t)).toEqual([])
})

test('a follow does not deadlock with the removal of a block that restores the same follow', async () => {
  const [fan, star] = await t.signUpMany(2)
  const pair = { followerId: fan.user.id, userId: star.user.id }
  const { promise: followed, resolve } = Promise.withResolvers<unknown>()
  await t.db.transaction().execute(async (tx) => {
    await sql`select from users where id in (${pair.followerId}, ${pair.userId})
      order by id for no key update`.execute(tx)
    resolve(fan.caller.post(address(star, 'follow')).then((reply) => reply.json<object>()))
    await expect.poll(() => waitingForLocks(t.db)).toBe(1)
    // In a deadlock, this transaction would be cancelled, and not the follow, which would be repeated.
    await sql`set local deadlock_timeout = '10ms'`.execute(tx)
    await restoreFollow(tx, pair, '2026-01-01T00:00:00Z')
  })
  expect(await followed).toEqual({ isFollowing: true, followersCount: 1 })
})

test('moderators can see and report content despite mutes and blocks', async () => {
  const [owner, moderator] = await t.signUpMany(2)
  await t.change('users', moderator.user.id, { role: 'moderator' })
  const [videoId = ''] = await insertVideos(t, owner.user.id, 1)
  await owner.caller.post(`/api/videos/${videoId}/comments`, { text: 'Theirs' })
  await owner.caller.put(address(moderator, 'block'))
  await moderator.caller.put(address(owner, 'mute'))
  expect((await moderator.caller.get(`/api/videos/${videoId}`)).statusCode).toBe(200)
  const videos = await moderator.caller.get(`/api/videos/user/${owner.user.id}`)
  expect(videos.body).toContain(videoId)
  expect((await moderator.caller.post(`/api/videos/${videoId}/report`, { reason: 'spam' })).statusCode).toBe(201)
})
