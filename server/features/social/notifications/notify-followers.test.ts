import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertVideos, jobOf, type Person, publish, testApp } from '../../../test/test-app.ts'
import { hideVideo, showVideo } from '../../videos/publishing/hide-video.ts'
import { FOLLOWERS_A_ROUND, notifyFollowers } from './notify-followers.jobs.ts'
import { listNotifications, recordChanges, unread } from './notifications.fixture.ts'

const t = testApp()

async function creatorAndFan(): Promise<{ creator: Person; fan: Person }> {
  const [creator, fan] = [await t.signUp(), await t.signUp()]
  await fan.caller.post(`/api/users/${creator.user.id}/follow`)
  return { creator, fan }
}

/** Inserts public clips, newest first, all published at noon (UTC) of a day. */
async function clipsOf({ user }: Person, count: number, day = '2026-03-01'): Promise<string[]> {
  const ids = await insertVideos(t, user.id, count)
  for (const [i, id] of ids.entries()) {
    const createdAt = new Date(Date.parse(`${day}T12:00:00Z`) - i * 1_000).toISOString()
    await t.change('videos', id, { createdAt })
  }
  return ids
}

const notify = (videoId: string, cursor?: string) =>
  notifyFollowers(t.deps, jobOf({ videoId, ...(cursor !== undefined && { cursor }) }))

const rowsOf = ({ user }: Person) => t.rows('notifications', { actorId: user.id, type: 'publish' })

/** Inserts followers without requests. */
async function addFollowers({ user }: Person, count: number): Promise<void> {
  await sql`
    with next as (select max(user_number) as number from users),
    added as (
      insert into users (user_number, email, password_hash, username)
      select number + n, 'f' || number + n || '@example.org', '-', 'f' || number + n
      from next, generate_series(1, ${count}::int) as n returning id, user_number
    )
    insert into follows (follower_id, following_id, created_at)
    select id, ${user.id}::uuid, now() - (user_number / 3) * interval '1 second' from added`.execute(t.db)
}

/** Takes the waiting jobs out of the queue, oldest first. */
async function takeJobs(): Promise<{ videoId: string; cursor?: string }[]> {
  const { rows } = await sql<{ data: { videoId: string; cursor?: string } }>`
    with taken as (delete from pgboss.job where name = 'tell-followers' and state = 'created' returning data, created_on)
    select data from taken order by created_on`.execute(t.db)
  return rows.map(({ data }) => data)
}

test('publishing enqueues a job that notifies the creator’s followers', async () => {
  const { creator, fan } = await creatorAndFan()
  const clip = await publish(creator.caller, undefined, { title: 'First light' })
  expect(await rowsOf(creator)).toEqual([])
  expect(await unread(fan)).toBe(0)
  const [job, ...others] = await takeJobs()
  expect([job, others]).toEqual([{ videoId: clip.id }, []])

  const changed = recordChanges(t)
  await notify(clip.id)
  expect(changed).toEqual([fan.user.id])
  expect(await listNotifications(fan)).toMatchObject([
    {
      type: 'publish',
      actorId: creator.user.id,
      videoId: clip.id,
      videoTitle: 'First light',
      videoThumbnailUrl: null,
      videosCount: 1,
      commentId: null,
      isRead: false,
    },
  ])
  expect(await unread(fan)).toBe(1)
  expect((await listNotifications(creator)).map(({ type }) => type)).toEqual(['follow'])
})

test('a follower gets one notification per day, however many clips are published', async () => {
  const { creator, fan } = await creatorAndFan()
  const [third = '', second = '', first = ''] = await clipsOf(creator, 3)
  const [nextDay = ''] = await clipsOf(creator, 1, '2026-03-02')
  for (const id of [first, second, third, third]) await notify(id)
  expect(await listNotifications(fan)).toMatchObject([{ videoId: third, videoTitle: 'Clip 0', videosCount: 3 }])
  const [row] = await listNotifications(fan)
  expect((await fan.caller.patch(`/api/notifications/${row!.id}/read`)).statusCode).toBe(204)
  // A fourth clip on the same day changes the count of the read notification, but causes no new one.
  await notify((await clipsOf(creator, 1))[0]!)
  expect(await listNotifications(fan)).toMatchObject([{ videosCount: 4, isRead: true }])
  await notify(nextDay)
  expect(await listNotifications(fan)).toMatchObject([{ videoId: nextDay, videosCount: 1 }, { videosCount: 4 }])
  expect(await unread(fan)).toBe(1)
})

test('hidden and deleted clips cause no notification', async () => {
  const { creator, fan } = await creatorAndFan()
  const [hiddenBefore = '', later = '', earlier = ''] = await clipsOf(creator, 3)
  await hideVideo(t.deps, hiddenBefore, 'file')
  await notify(hiddenBefore)
  expect([await listNotifications(fan), await rowsOf(creator)]).toEqual([[], []])

  await notify(earlier)
  expect(await listNotifications(fan)).toMatchObject([{ videoId: later, videosCount: 2 }])
  await creator.caller.delete(`/api/videos/${later}`)
  expect(await listNotifications(fan)).toMatchObject([{ videoId: earlier, videosCount: 1 }])
  await hideVideo(t.deps, earlier, 'moderation')
  expect([await listNotifications(fan), await unread(fan)]).toEqual([[], 0])
  await showVideo(t.deps, earlier, 'moderation')
  expect(await listNotifications(fan)).toMatchObject([{ videoId: earlier, videosCount: 1, isRead: false }])
  expect(await unread(fan)).toBe(1)
  await creator.caller.delete(`/api/videos/${earlier}`)
  await notify(earlier)
  expect([await listNotifications(fan), await unread(fan)]).toEqual([[], 0])
})

test('a user who unfollows a creator is not notified, and their unread notifications are deleted', async () => {
  const { creator, fan } = await creatorAndFan()
  const stays = await t.signUp()
  await stays.caller.post(`/api/users/${creator.user.id}/follow`)
  const [clip = ''] = await clipsOf(creator, 1)
  await fan.caller.delete(`/api/users/${creator.user.id}/follow`)
  await notify(clip)
  expect([await unread(fan), await unread(stays)]).toEqual([0, 1])

  const changed = recordChanges(t)
  await stays.caller.delete(`/api/users/${creator.user.id}/follow`)
  expect(changed).toContain(stays.user.id)
  expect([await listNotifications(stays), await unread(stays)]).toEqual([[], 0])
})

test('a failed round leaves no rows, and a repeated round adds none', async () => {
  const { creator } = await creatorAndFan()
  await addFollowers(creator, FOLLOWERS_A_ROUND)
  const [clip = ''] = await clipsOf(creator, 1)
  await takeJobs()
  const broken = { ...t.deps, jobs: { ...t.deps.jobs, enqueue: () => Promise.reject(new Error('the power is gone')) } }
  const job = jobOf({ videoId: clip })
  await expect(notifyFollowers(broken, job)).rejects.toThrow('the power is gone')
  expect(await rowsOf(creator)).toEqual([])

  await notify(clip)
  await notify(clip)
  expect(await rowsOf(creator)).toHaveLength(FOLLOWERS_A_ROUND)
  const [next, again] = await takeJobs()
  expect(again).toEqual(next)
  await notify(clip, next?.cursor)
  await notify(clip, again?.cursor)
  expect(await rowsOf(creator)).toHaveLength(FOLLOWERS_A_ROUND + 1)
  expect(await takeJobs()).toEqual([])
})

test('publishing takes as many queries with 5,000 followers as with none', async () => {
  const [nobodys, creator] = [await t.signUp(), await t.signUp()]
  await addFollowers(creator, 5_000)
  // The minimum of several measurements excludes occasional cache misses.
  const costOf = async ({ caller }: Person) => {
    const costs: number[] = []
    for (let i = 0; i < 4; i++) costs.push(await t.countQueries(() => publish(caller)))
    return Math.min(...costs)
  }
  expect(await costOf(creator)).toBe(await costOf(nobodys))

  const ours = async () => (await takeJobs()).find(({ cursor }) => cursor !== undefined)
  const [clip] = await t.rows('videos', { userId: creator.user.id })
  await takeJobs()
  const rounds: { rows: number; queries: number }[] = []
  let rows = 0
  for (let job: { videoId: string; cursor?: string } | undefined = { videoId: clip!.id }; job; job = await ours()) {
    const { videoId, cursor } = job
    const queries = await t.countQueries(() => notify(videoId, cursor))
    const notified = (await rowsOf(creator)).length
    rounds.push({ rows: notified - rows, queries })
    rows = notified
  }
  expect(rows).toBe(5_000)
  expect(rounds.map((round) => round.rows)).toEqual([...Array.from({ length: 10 }, () => 500), 0])
  expect(Math.max(...rounds.map(({ queries }) => queries))).toBeLessThanOrEqual(2)
})
