import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Profile } from '../../../../../contract/social/profiles.ts'
import type { HiddenVideoPage } from '../../../../../contract/videos/hiding.ts'
import type { Video } from '../../../../../contract/videos/videos.ts'
import type { RuleKey } from '../../../../../contract/moderation/rules.ts'
import type { OwnUser } from '../../../../../contract/account/users.ts'
import { makePoster } from '../../../videos/renditions/render.jobs.ts'
import { findDifferences } from '../../../site/doctor/find-differences.ts'
import { signInOn, isSignedIn, openStream } from '../../../../test/clients/devices.ts'
import { type Caller, jobOf, publish, testApp, upload, testPerson } from '../../../../test/test-app.ts'
import { sweep } from '../../../../sweep.ts'
import { hideVideo } from '../../../videos/publishing/hide-video.ts'
import { type Person, decideAbout, decision, writeComment } from '../people.fixture.ts'
import { listNotifications, unread } from '../../../social/notifications/notifications.fixture.ts'

const t = testApp()
const moderator = testPerson(t, { role: 'moderator' })

async function publishOne(): Promise<Person & { video: Video }> {
  const person = await t.signUp()
  const { id } = await publish(person.caller)
  await makePoster(t.deps, jobOf({ videoId: id }))
  return { ...person, video: (await t.visitor.get(`/api/videos/${id}`)).json<Video>() }
}

const statusesFor = (caller: Caller, urls: string[]) =>
  Promise.all(urls.map(async (url) => (await caller.get(url)).statusCode))

/** Pretends that no file was checked within the last hour. */
async function letAnHourPass(): Promise<void> {
  await t.change('videos', {}, { fileCheckedAt: '2020-01-01T00:00:00Z' })
}

/** Lists the paths of a clip's files. */
async function bytesOf({ id }: Video): Promise<string[]> {
  const { originalId } = await t.row('videos', id)
  const made = await t.rows('objects', { madeFor: id })
  return [originalId, ...made.map((object) => object.id)].map((object) => `/objects/${object}`)
}

test('a clip hidden by a moderator stays hidden even if its file is playable', async () => {
  const { caller, video } = await publishOne()
  const { id } = video
  await decideAbout(moderator, { kind: 'video', subjectId: id }, decision('hide'))
  for (let round = 0; round < 3; round++) {
    await letAnHourPass()
    const replies = await Promise.all(
      Array.from({ length: 34 }, () => t.visitor.post(`/api/videos/${id}/report-broken`)),
    )
    for (const reply of replies) expect(reply.statusCode).toBe(404)
    const answer = await caller.post(`/api/videos/${id}/report-broken`)
    expect(answer.json()).toEqual({ hidden: true, alreadyHidden: true })
    await letAnHourPass()
    await sweep(t.deps)
  }
  const bytes = await bytesOf(video)
  expect(bytes.length).toBeGreaterThan(1)
  const gone = [`/api/videos/${id}`, `/api/videos/${id}/comments`, `/video/${id}`, `/embed/${id}`, ...bytes]
  const oembed = `/oembed?url=${encodeURIComponent(`http://reverie.test/video/${id}`)}`
  expect(await statusesFor(t.visitor, [...gone, oembed])).toEqual([...gone, oembed].map(() => 404))
  for (const url of ['/api/videos', `/api/videos/user/${video.userId}`, '/sitemap.xml', '/']) {
    expect((await t.visitor.get(url)).body).not.toContain(id)
  }
  expect(await findDifferences(t.deps)).toEqual([])

  const seen = [`/api/videos/${id}`, ...bytes]
  for (const who of [caller, moderator.caller]) expect(await statusesFor(who, seen)).toEqual(seen.map(() => 200))
  expect((await caller.get(`/api/videos/${id}`)).json()).toMatchObject({
    isHidden: true,
    hiding: { reasons: ['moderation'], decision: { rule: 'spam', ruleTitle: 'No spam or deception' } },
  })
})

test('visitors and other members cannot find a suspended user until the suspension is lifted', async () => {
  const { user, caller, video } = await publishOne()
  const [friend, stranger] = [await publishOne(), await t.signUp()]
  const comment = await writeComment(caller, friend.video.id, 'Words of somebody who is suspended')
  await caller.post(`/api/videos/${friend.video.id}/like`)
  await caller.post(`/api/users/${friend.user.id}/follow`)
  await friend.caller.post(`/api/users/${user.id}/follow`)
  await stranger.caller.post(`/api/videos/${video.id}/like`)
  const notified = async () => [await unread(friend), (await listNotifications(friend)).length]
  const lists = [
    '/api/users',
    '/api/creators',
    `/api/creators?q=${user.username}`,
    '/api/videos',
    `/api/videos/${friend.video.id}/comments`,
    `/api/users/${friend.user.id}/followers`,
    `/api/users/${friend.user.id}/following`,
    '/sitemap.xml',
  ]
  const mentions = async (who: Caller) => {
    const replies = await Promise.all(lists.map((url) => who.get(url)))
    return replies.filter(({ body }) => [user.username!, video.id, comment].some((name) => body.includes(name))).length
  }
  const counts = async () => {
    const { user: own } = (await friend.caller.get(`/api/users/${friend.user.id}`)).json<{ user: Profile }>()
    return [own.followersCount, own.followingCount]
  }
  expect(await counts()).toEqual([1, 1])
  const profile = (await t.visitor.get(`/api/users/${user.id}`)).json<object>()
  expect([...(await notified()), await mentions(t.visitor)]).toEqual([3, 3, 8])

  const { id } = await decideAbout(moderator, { kind: 'account', subjectId: user.id }, decision('suspend'))
  expect([...(await notified()), await mentions(t.visitor), await mentions(friend.caller)]).toEqual([0, 0, 0, 0])
  const pages = [`/api/users/${user.id}`, `/api/users/username/${user.username}`, `/profile/${user.username}`]
  const things = [...pages, `/api/users/${user.id}/followers`, `/api/videos/${video.id}`, ...(await bytesOf(video))]
  expect(await statusesFor(t.visitor, things)).toEqual(things.map(() => 404))
  const own = things.filter((url) => !url.startsWith('/profile/'))
  const back = await signInOn(t, user.email)
  for (const who of [back, moderator.caller]) expect(await statusesFor(who, own)).toEqual(own.map(() => 200))
  expect((await stranger.caller.get(`/api/users/${stranger.user.id}/liked-videos`)).json()).toMatchObject({
    likedVideos: [],
  })
  expect((await stranger.caller.post(`/api/users/${user.id}/follow`)).statusCode).toBe(404)
  for (const list of ['followers', 'following']) {
    const { [list]: rows } = (await t.visitor.get(`/api/users/${friend.user.id}/${list}`)).json<
      Record<string, object[]>
    >()
    expect(rows).toMatchObject([{ username: null, displayName: 'Suspended account', bio: '', avatarUrl: null }])
  }
  expect(await counts()).toEqual([1, 1])
  expect(await findDifferences(t.deps)).toEqual([])

  await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'Welcome back.' })
  expect([...(await notified()), await mentions(t.visitor)]).toEqual([3, 3, 8])
  expect((await t.visitor.get(`/api/users/${user.id}`)).json()).toEqual(profile)
  expect(await statusesFor(t.visitor, things)).toEqual(things.map(() => 200))
  expect(await findDifferences(t.deps)).toEqual([])
})

test('a suspension hides the user’s avatar and renditions that are made meanwhile', async () => {
  const { user, caller } = await t.signUp()
  const { id: videoId } = await publish(caller)
  const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: 'teal' } }).png()
  const avatarImageURL = await upload(caller, await picture.toBuffer())
  const { objectPath } = (await caller.put('/api/avatar', { avatarImageURL })).json<{ objectPath: string }>()
  expect(await statusesFor(t.visitor, [objectPath])).toEqual([200])
  const { id } = await decideAbout(moderator, { kind: 'account', subjectId: user.id }, decision('suspend'))
  await makePoster(t.deps, jobOf({ videoId }))
  const back = await signInOn(t, user.email)
  const { thumbnailUrl } = (await back.get(`/api/videos/${videoId}`)).json<Video>()
  const statuses = () =>
    Promise.all([t.visitor, back, moderator.caller].map((who) => statusesFor(who, [objectPath, thumbnailUrl!])))
  expect(await statuses()).toEqual([
    [404, 404],
    [200, 200],
    [200, 200],
  ])
  expect(await findDifferences(t.deps)).toEqual([])
  await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'Welcome back.' })
  expect((await statuses()).flat()).toEqual(Array<number>(6).fill(200))
})

test('hiding a comment hides the notification about it', async () => {
  const { caller, video } = await publishOne()
  const writer = await t.signUp()
  const comment = await writeComment(writer.caller, video.id)
  const notified = async () => [await unread({ caller }), (await listNotifications({ caller })).length]
  expect(await notified()).toEqual([1, 1])
  const { id } = await decideAbout(moderator, { kind: 'comment', subjectId: comment }, decision('hide'))
  expect(await notified()).toEqual([0, 0])
  await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'It is fine.' })
  expect(await notified()).toEqual([1, 1])
})

test("a hidden clip stays in its owner's list with the decision", async () => {
  const { caller, video } = await publishOne()
  const newer = await publish(caller)
  const hide = { kind: 'video', subjectId: video.id } as const
  const { id: decisionId } = await decideAbout(moderator, hide, { ...decision('hide'), facts: 'At 0:02.' })
  await hideVideo(t.deps, newer.id, 'file')
  const hiddenOf = async (who: Caller, query = '') =>
    (await who.get(`/api/account/hidden-videos${query}`)).json<HiddenVideoPage>()

  const first = await hiddenOf(caller, '?limit=1')
  expect(first.videos).toMatchObject([{ id: newer.id, hiding: { reasons: ['file'], decision: null } }])
  const second = await hiddenOf(caller, `?limit=1&cursor=${first.nextCursor}`)
  expect(second).toMatchObject({
    videos: [
      {
        id: video.id,
        title: video.title,
        thumbnailUrl: video.thumbnailUrl,
        hiding: { reasons: ['moderation'], decision: { id: decisionId, facts: 'At 0:02.' } },
      },
    ],
    nextCursor: null,
  })
  const stranger = await t.signUp()
  expect((await hiddenOf(stranger.caller)).videos).toEqual([])
  expect((await hiddenOf(moderator.caller)).videos).toEqual([])
})

test('a suspension ends the user’s sessions, and the user can sign in again', async () => {
  const [{ user, caller }, admin] = [await t.signUp(), await t.signUp({ role: 'admin' })]
  const suspend = (rule: RuleKey) =>
    decideAbout(admin, { kind: 'account', subjectId: user.id }, decision('suspend', { rule }))
  const other = await signInOn(t, user.email)
  const streams = [await openStream(caller), await openStream(other)]
  const { id } = await suspend('spam')
  await Promise.all(streams.map(({ ended }) => ended))
  expect([await isSignedIn(caller), await isSignedIn(other)]).toEqual([false, false])

  const back = await signInOn(t, user.email)
  expect((await back.get('/api/user')).json<OwnUser>().standing).toBe('suspended')
  const appeal = await back.post(`/api/account/decisions/${id}/appeal`, { text: 'These are no watches.' })
  expect(appeal.statusCode).toBe(201)
  // A further decision does not end the session with which the user can appeal.
  await suspend('hate')
  expect(await isSignedIn(back)).toBe(true)
})
