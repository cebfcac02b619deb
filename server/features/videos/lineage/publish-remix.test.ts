import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { Ancestors, Lineage } from '../../../../contract/videos/lineage.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import {
  type Caller,
  insertVideos,
  type Person,
  publish,
  signUpWithVideo,
  testApp,
  upload,
} from '../../../test/test-app.ts'
import { findWrongCounts } from '../../site/doctor/counters.ts'
import { hideVideo } from '../publishing/hide-video.ts'
import { insertRemixes } from './remixes.fixture.ts'
import { listNotifications, recordChanges } from '../../social/notifications/notifications.fixture.ts'

const t = testApp()

/** Inserts a clip of another creator. */
async function original(fields: object = {}): Promise<{ id: string; owner: Person }> {
  const { videoId: id, ...owner } = await signUpWithVideo(t)
  await owner.caller.patch(`/api/videos/${id}`, fields)
  return { id, owner }
}

const remix = ({ caller }: Person, ids: string[], thanks?: string) =>
  publish(caller, undefined, { title: 'Mine', parents: ids.map((videoId) => ({ videoId, thanks })) })

/** Tries to publish a remix. A refused attempt keeps the upload. */
async function refusalOf({ caller }: Person, parents: object[]): Promise<[number, string]> {
  const videoUrl = await upload(caller, await readFile(sampleClip('plain-h264.mp4')))
  const reply = await caller.post('/api/videos', { title: 'Mine', toolUsed: 'other', videoUrl, parents })
  return [reply.statusCode, reply.json<ErrorReply>().message]
}

const lineageOf = async (id: string, caller: Caller = t.visitor) =>
  (await caller.get(`/api/videos/${id}/lineage`)).json<Lineage>()

const notified = async (person: Person) => (await listNotifications(person)).filter(({ type }) => type === 'remix')

test('a remix names its parents and notifies each of their creators once', async () => {
  const first = await original({ title: 'First light', prompt: 'A sea at night', license: 'CC-BY-4.0' })
  const second = await original({ prompt: 'A lamp' })
  const person = await t.signUp()
  const thanks = 'Thank you for the <b>light</b>!'
  const mine = await publish(person.caller, undefined, {
    parents: [
      { videoId: first.id, thanks: ` ${thanks} ` },
      { videoId: second.id, thanks: '\u2066\u2069' },
    ],
  })
  await first.owner.caller.patch(`/api/videos/${first.id}`, { prompt: 'Something else' })

  const lineage = await lineageOf(mine.id)
  expect(lineage).toMatchObject({
    parents: [
      {
        clip: { id: first.id, title: 'First light', license: 'CC-BY-4.0', creator: { id: first.owner.user.id } },
        thanks,
      },
      { clip: { id: second.id }, thanks: null },
    ],
    remixesCount: 0,
    license: null,
    whyNoRemix: null,
  })
  expect((await lineageOf(first.id)).remixesCount).toBe(1)
  const { prompts } = (await t.visitor.get(`/api/videos/${mine.id}/ancestors`)).json<Ancestors>()
  expect(prompts).toEqual(['A sea at night', 'A lamp'])
  const notifications = await listNotifications(first.owner)
  expect(notifications).toMatchObject([{ type: 'remix', actorId: person.user.id, videoId: mine.id, isRead: false }])
  expect(await notified(second.owner)).toHaveLength(1)
  expect(await findWrongCounts(t.db)).toEqual([])
})

test('each creator of a parent gets one notification, unless they muted the remixer', async () => {
  const { id, owner } = await original()
  const [other = ''] = await insertVideos(t, owner.user.id, 1)
  const person = await t.signUp()
  const changedVideos: string[] = []
  onTestFinished(t.deps.signals.on(VIDEO_CHANGED, (videoId) => changedVideos.push(videoId)))
  const notifiedUsers = recordChanges(t)
  const mine = await remix(person, [id, other])
  expect(changedVideos).toEqual(expect.arrayContaining([id, other]))
  expect(await notified(owner)).toMatchObject([{ videoId: mine.id }])
  await remix(person, [mine.id])
  expect(await notified(person)).toEqual([])
  expect(notifiedUsers).toEqual([owner.user.id])
  await owner.caller.put(`/api/users/${person.user.id}/mute`)
  notifiedUsers.length = 0
  await remix(person, [id])
  expect(await notified(owner)).toEqual([])
  expect(notifiedUsers).toEqual([])
  expect((await lineageOf(id)).remixesCount).toBe(2)
})

test('all concurrent remixes are counted', async () => {
  const people = await t.signUpMany(4)
  const clips = await Promise.all(people.map(async ({ user }) => (await insertVideos(t, user.id, 1))[0]!))
  // The likes lock the same clips, then their creators.
  await Promise.all([
    ...people.map((person, i) => remix(person, i % 2 === 0 ? clips : clips.toReversed())),
    ...people.flatMap(({ caller }) => clips.map((id) => caller.post(`/api/videos/${id}/like`))),
  ])
  for (const id of clips) expect((await lineageOf(id)).remixesCount).toBe(4)
  for (const person of people) expect(await notified(person)).toHaveLength(3)
  expect(await findWrongCounts(t.db)).toEqual([])
})

test('a remix policy decides who may remix and keeps existing remixes', async () => {
  const { id, owner } = await original({ title: 'Closed' })
  const person = await t.signUp()
  const before = await remix(person, [id])
  await owner.caller.patch(`/api/videos/${id}`, { remixPolicy: 'following' })
  const followed = 'Only people the creator follows can remix this clip.'
  expect(await refusalOf(person, [{ videoId: id }])).toEqual([403, `“Closed”: ${followed}`])
  for (const caller of [t.visitor, person.caller]) expect((await lineageOf(id, caller)).whyNoRemix).toBe(followed)
  await owner.caller.post(`/api/users/${person.user.id}/follow`)
  expect((await lineageOf(id, person.caller)).whyNoRemix).toBeNull()
  await remix(person, [id])
  await owner.caller.patch(`/api/videos/${id}`, { remixPolicy: 'nobody' })
  expect(await refusalOf(person, [{ videoId: id }])).toEqual([
    403,
    '“Closed”: The creator doesn’t allow remixes of this clip.',
  ])
  await remix(owner, [id])
  expect((await lineageOf(before.id)).parents).toMatchObject([{ clip: { id } }])
})

test('a block in either direction prevents the remix', async () => {
  const { id, owner } = await original({ title: 'Theirs' })
  const person = await t.signUp()
  const [mine = ''] = await insertVideos(t, person.user.id, 1)
  await owner.caller.put(`/api/users/${person.user.id}/block`)
  const blocked = 'This person has blocked you, so you cannot remix their clips.'
  expect(await refusalOf(person, [{ videoId: id }])).toEqual([403, `“Theirs”: ${blocked}`])
  expect((await lineageOf(id, person.caller)).whyNoRemix).toBe(blocked)
  const blocking = 'You’ve blocked this person, so you can’t remix their clips.'
  expect(await refusalOf(owner, [{ videoId: mine }])).toEqual([403, `“Clip 0”: ${blocking}`])
  expect(await notified(owner)).toEqual([])
})

test('a clip can be published without a parent that cannot be found', async () => {
  const { id, owner } = await original({ title: 'Secret' })
  const person = await t.signUp()
  await hideVideo(t.deps, id, 'moderation')
  const gone = [404, 'One of your source clips no longer exists. Remove it to publish.']
  for (const videoId of [id, randomUUID()]) expect(await refusalOf(person, [{ videoId }])).toEqual(gone)
  expect(await refusalOf(owner, [{ videoId: id }])).toEqual(gone)
  const videoUrl = await upload(person.caller, await readFile(sampleClip('plain-h264.mp4')))
  const body = { title: 'Mine', toolUsed: 'other', videoUrl }
  expect((await person.caller.post('/api/videos', { ...body, parents: [{ videoId: id }] })).statusCode).toBe(404)
  expect((await person.caller.post('/api/videos', body)).statusCode).toBe(201)
})

test('a remix is refused if its parent is closed while the file is read', async () => {
  const { id, owner } = await original({ title: 'Closing' })
  const person = await t.signUp()
  const inspect = t.deps.inspectVideo
  t.deps.inspectVideo = async (...args) => {
    await owner.caller.put(`/api/users/${person.user.id}/block`)
    return inspect(...args)
  }
  try {
    expect((await refusalOf(person, [{ videoId: id }]))[0]).toBe(403)
  } finally {
    t.deps.inspectVideo = inspect
  }
  expect((await lineageOf(id)).remixesCount).toBe(0)
})

// Likes lock the clip first, then its creator. Publishing must lock in the same order.
test('a transaction that waits for the lock on a parent holds no lock on a user', async () => {
  const { id, owner } = await original()
  const videoUrl = await upload(owner.caller, await readFile(sampleClip('plain-h264.mp4')))
  const body = { title: 'Mine', toolUsed: 'other', videoUrl, parents: [{ videoId: id }] }
  const publishing = await t.db.transaction().execute(async (tx) => {
    await sql`select from videos where id = ${id} for no key update`.execute(tx)
    const reply = owner.caller.post('/api/videos', body)
    await expect.poll(() => waitingForLocks(t.db)).toBe(1)
    await sql`select from users where id = ${owner.user.id} for no key update nowait`.execute(tx)
    return { reply }
  })
  expect((await publishing.reply).statusCode).toBe(201)
})

test('a lineage is limited to 64 generations', async () => {
  const { id, owner } = await original()
  let last = id
  for (let depth = 1; depth < 64; depth++) [last = ''] = await insertRemixes(t, owner.user.id, [last])
  const deepest = await remix(owner, [last])
  const row = await t.row('videos', deepest.id)
  expect(row).toMatchObject({ remixDepth: 64, rootId: id })
  const most = 'This clip is already the 64th remix in a row, which is the limit.'
  expect(await refusalOf(owner, [{ videoId: id }, { videoId: deepest.id }])).toEqual([409, `“Mine”: ${most}`])
  expect((await lineageOf(deepest.id)).whyNoRemix).toBe(most)
})

test('under CC BY-ND, every remix policy that is sent is replaced', async () => {
  const person = await t.signUp()
  const mine = await publish(person.caller, undefined, { license: 'CC-BY-ND-4.0', remixPolicy: 'everyone' })
  expect(mine.remixPolicy).toBe('nobody')
  const edit = async (fields: object) => (await person.caller.patch(`/api/videos/${mine.id}`, fields)).json<Video>()
  expect((await edit({ remixPolicy: 'following' })).remixPolicy).toBe('nobody')
  expect(await edit({ license: 'CC0-1.0', remixPolicy: 'following' })).toMatchObject({ remixPolicy: 'following' })
  expect((await lineageOf(mine.id)).license).toBe('CC0-1.0')
  expect((await edit({ license: 'CC-BY-ND-4.0' })).remixPolicy).toBe('nobody')
  expect((await edit({ license: null })).remixPolicy).toBe('nobody')
  const reply = await person.caller.patch(`/api/videos/${mine.id}`, { parents: [] })
  expect(reply.statusCode).toBe(400)
})
