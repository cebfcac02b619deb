import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Comment } from '../../../../contract/social/comments.ts'
import { type Notification, type NotificationPage, UNREAD_MAX } from '../../../../contract/social/notifications.ts'
import { readPages } from '../../../test/read-pages.ts'
import { insertVideos, type Caller, type Person, signUpWithVideo, testApp } from '../../../test/test-app.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'
import { listNotifications, recordChanges, unread } from './notifications.fixture.ts'

const t = testApp()

async function creatorAndFan(): Promise<{ videoId: string; creator: Person; fan: Person }> {
  const [{ videoId, ...creator }, fan] = [await signUpWithVideo(t), await t.signUp()]
  return { videoId, creator, fan }
}

async function markRead({ caller }: { caller: Caller }, id: string): Promise<number> {
  return (await caller.patch(`/api/notifications/${id}/read`)).statusCode
}

/**
 * Inserts rows without requests, for tests that need many. Several notifications share each timestamp.
 * @returns Their ids, newest first.
 */
async function insertNotifications(recipient: Person, actor: Person, count: number): Promise<string[]> {
  const videoIds = await insertVideos(t, recipient.user.id, count)
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into notifications (user_id, actor_id, type, video_id, created_at)
      select ${recipient.user.id}::uuid, ${actor.user.id}::uuid, 'like', video_id, now() - (n / 3) * interval '1 second'
      from unnest(${videoIds}::uuid[]) with ordinality as liked (video_id, n) returning id, created_at
    )
    select id from added order by created_at desc, id desc`.execute(t.db)
  return rows.map(({ id }) => id)
}

test('comments, likes and follows cause notifications, newest first', async () => {
  const { videoId, creator, fan } = await creatorAndFan()
  await fan.caller.post(`/api/videos/${videoId}/like`)
  const comment = (await fan.caller.post(`/api/videos/${videoId}/comments`, { text: 'Lovely' })).json<Comment>()
  await fan.caller.post(`/api/users/${creator.user.id}/follow`)
  const { notifications, nextCursor } = (await creator.caller.get('/api/notifications')).json<NotificationPage>()
  const notified: Partial<Notification> = {
    userId: creator.user.id,
    actorId: fan.user.id,
    isRead: false,
    actorUsername: fan.user.username,
    actorDisplayName: fan.user.displayName,
    actorAvatarUrl: null,
  }
  const each = { id: expect.any(String), createdAt: expect.stringMatching(/Z$/) }
  const clip = { videoId, videoTitle: 'Clip 0', videoThumbnailUrl: null, videosCount: null }
  const noClip = { videoId: null, videoTitle: null, videoThumbnailUrl: null, videosCount: null }
  expect(notifications).toEqual([
    { ...notified, ...each, ...noClip, type: 'follow', commentId: null },
    { ...notified, ...each, ...clip, type: 'comment', commentId: comment.id },
    { ...notified, ...each, ...clip, type: 'like', commentId: null },
  ])
  expect(nextCursor).toBeNull()
  expect(await unread(creator)).toBe(3)
  expect(await listNotifications(fan)).toEqual([])
})

test('users receive no notification of their own actions', async () => {
  const { videoId, creator, fan } = await creatorAndFan()
  await creator.caller.post(`/api/videos/${videoId}/like`)
  const comment = await creator.caller.post(`/api/videos/${videoId}/comments`, { text: 'Mine' })
  await creator.caller.post(`/api/users/${creator.user.id}/follow`)
  // A like of a comment causes no notification either.
  await fan.caller.post(`/api/comments/${comment.json<Comment>().id}/like`)
  expect([await listNotifications(creator), await unread(creator)]).toEqual([[], 0])
})

test.each(['like', 'follow'] as const)('a %s that is undone and repeated causes one notification', async (type) => {
  const { videoId, creator, fan } = await creatorAndFan()
  const url = type === 'like' ? `/api/videos/${videoId}/like` : `/api/users/${creator.user.id}/follow`
  await fan.caller.post(url)
  await fan.caller.post(url)
  expect(await unread(creator)).toBe(1)
  await fan.caller.delete(url)
  expect(await listNotifications(creator)).toEqual([])
  await fan.caller.post(url)
  const [notified] = await listNotifications(creator)
  expect(notified).toMatchObject({ type, isRead: false })

  expect(await markRead(creator, notified!.id)).toBe(204)
  await fan.caller.delete(url)
  expect(await listNotifications(creator)).toEqual([{ ...notified, isRead: true }])
  await fan.caller.post(url)
  expect(await listNotifications(creator)).toEqual([{ ...notified, isRead: true }])
  expect(await unread(creator)).toBe(0)
})

test('a thousand repetitions of a like cause at most one notification', async () => {
  const { videoId, creator, fan } = await creatorAndFan()
  const url = `/api/videos/${videoId}/like`
  let most = 0
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? fan.caller.post(url) : fan.caller.delete(url))),
    )
    most = Math.max(most, (await listNotifications(creator)).length)
  }
  expect(most).toBeLessThanOrEqual(1)
  await fan.caller.post(url)
  expect(await unread(creator)).toBe(1)
})

test('deleting content deletes its notifications', async () => {
  const { videoId, creator, fan } = await creatorAndFan()
  const post = async () =>
    (await fan.caller.post(`/api/videos/${videoId}/comments`, { text: 'Hello' })).json<Comment>().id
  const [first, second, third] = [await post(), await post(), await post()]
  await markRead(creator, (await listNotifications(creator))[0]!.id)
  await fan.caller.delete(`/api/comments/${first}`)
  await creator.caller.delete(`/api/comments/${third}`)
  expect((await listNotifications(creator)).map(({ commentId }) => commentId)).toEqual([second])
  expect(await unread(creator)).toBe(1)
  await creator.caller.delete(`/api/videos/${videoId}`)
  expect(await listNotifications(creator)).toEqual([])
  expect(await unread(creator)).toBe(0)
})

test('marking a notification as read twice counts once', async () => {
  const { videoId, creator, fan } = await creatorAndFan()
  await fan.caller.post(`/api/videos/${videoId}/like`)
  await fan.caller.post(`/api/users/${creator.user.id}/follow`)
  const [follow, like] = await listNotifications(creator)
  expect(await markRead(creator, randomUUID())).toBe(404)
  expect(await markRead(creator, 'seventeen')).toBe(400)
  expect(await unread(creator)).toBe(2)
  for (let twice = 0; twice < 2; twice++) {
    expect(await markRead(creator, like!.id)).toBe(204)
    expect(await unread(creator)).toBe(1)
  }
  expect(await listNotifications(creator)).toEqual([follow, { ...like, isRead: true }])
})

test('marking all as read affects the caller only', async () => {
  const [creator, other, fan] = [await t.signUp(), await t.signUp(), await t.signUp()]
  await insertNotifications(creator, fan, 5)
  await insertNotifications(other, fan, 2)
  for (let twice = 0; twice < 2; twice++) {
    expect((await creator.caller.patch('/api/notifications/read-all')).statusCode).toBe(204)
    expect(await unread(creator)).toBe(0)
  }
  expect((await listNotifications(creator)).every(({ isRead }) => isRead)).toBe(true)
  expect(await unread(other)).toBe(2)
})

test('notifications hidden by a suspension are not marked as read', async () => {
  const [creator, fan, suspended] = [await t.signUp(), await t.signUp(), await t.signUp()]
  await insertNotifications(creator, fan, 2)
  await insertNotifications(creator, suspended, 3)
  const hide = (hiddenFor: 'suspension'[]) =>
    t.change('users', suspended.user.id, { hiddenFor, isHidden: hiddenFor.length > 0 })
  await hide(['suspension'])
  await creator.caller.patch('/api/notifications/read-all')
  expect(await unread(creator)).toBe(0)
  await hide([])
  expect(await unread(creator)).toBe(3)
})

test('notifications are deleted in rounds after ninety days', async () => {
  const { creator, fan } = await creatorAndFan()
  const ids = await insertNotifications(creator, fan, 2_500)
  const [young, ...old] = ids as [string, ...string[]]
  const age = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
  await t.change('notifications', { id: old }, { createdAt: age(91) })
  await t.change('notifications', young, { createdAt: age(89) })
  const changed = recordChanges(t)
  await deleteOldNotifications(t.deps)
  expect((await listNotifications(creator)).map(({ id }) => id)).toContain(young)
  expect(await t.rows('notifications', { id: ids })).toMatchObject([{ id: young }])
  expect(new Set(changed)).toEqual(new Set([creator.user.id]))
})

test('pages of notifications stay complete while some are added and deleted', async () => {
  const { creator, fan } = await creatorAndFan()
  const newestFirst = await insertNotifications(creator, fan, 31)
  const seen: string[] = []
  for await (const page of readPages<NotificationPage>(creator.caller, '/api/notifications?limit=4')) {
    seen.push(...page.notifications.map(({ id }) => id))
    await (await t.signUp()).caller.post(`/api/users/${creator.user.id}/follow`)
  }
  expect(seen).toEqual(newestFirst)
  expect((await creator.caller.get('/api/notifications?cursor=nonsense')).statusCode).toBe(400)
})

test('listing notifications takes one query, however many there are', async () => {
  const [one, hundred, fan] = [await t.signUp(), await t.signUp(), await t.signUp()]
  await insertNotifications(one, fan, 1)
  await insertNotifications(hundred, fan, 100)
  const reply = await one.caller.get('/api/notifications')
  expect(reply.headers['cache-control']).toBe('private, no-store')
  for (let quiet = 0; quiet < 3; quiet++) {
    if ((await t.countQueries(() => sql`select 1`.execute(t.db))) > 1) quiet = 0
  }
  // The queries of the session and of the list.
  for (const person of [one, hundred])
    expect(await t.countQueries(() => listNotifications(person, '?limit=100'))).toBe(2)
})

test('the unread count is exact after concurrent actions by all users', async () => {
  const { videoId, creator } = await creatorAndFan()
  const fans = await t.signUpMany(30)
  const replies = await Promise.all([
    ...fans.flatMap(({ caller }) => [
      caller.post(`/api/videos/${videoId}/like`),
      caller.post(`/api/users/${creator.user.id}/follow`),
      caller.delete(`/api/videos/${videoId}/like`),
      caller.post(`/api/videos/${videoId}/comments`, { text: 'Hello' }),
    ]),
    ...Array.from({ length: 10 }, () => creator.caller.patch('/api/notifications/read-all')),
  ])
  expect(replies.filter(({ statusCode }) => statusCode >= 400)).toEqual([])
  const notifications = await listNotifications(creator, '?limit=100')
  expect(await unread(creator)).toBe(notifications.filter(({ isRead }) => !isRead).length)
  await creator.caller.patch('/api/notifications/read-all')
  expect(await unread(creator)).toBe(0)
})

test('at most a thousand unread notifications are counted', async () => {
  const { creator, fan } = await creatorAndFan()
  await insertNotifications(creator, fan, UNREAD_MAX + 1)
  expect(await unread(creator)).toBe(1_000)
  await creator.caller.patch('/api/notifications/read-all')
  expect(await unread(creator)).toBe(0)
})
