import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Case, CaseSummary } from '../../../../contract/moderation/cases.ts'
import { HASH_BYTES } from '../../../../contract/media/fingerprints/pdq.ts'
import type { AlreadyHere, FirstHere, Match } from '../../../../contract/videos/duplicates.ts'
import { queueUp } from '../../../test/database/queue-up.ts'
import { insertVideos, jobOf, type Person, publish, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { findDifferences, repairDifferences } from '../../site/doctor/find-differences.ts'
import { makePreview } from '../renditions/render.jobs.ts'
import { hideVideo, showVideo } from '../publishing/hide-video.ts'
import { enqueueMissingFingerprints, makeFingerprint } from './fingerprint.jobs.ts'
import { changed, giveFingerprint, hashes } from './fingerprints.fixture.ts'
import { findMatchingClips, SHARING_MAX } from './find-matching-clips.ts'
import { findDispute } from './first-here.ts'
import { linkDuplicates } from './link-duplicates.ts'
import { listNotifications } from '../../social/notifications/notifications.fixture.ts'

const t = testApp()
const [ada, bob, eve] = [testPerson(t), testPerson(t), testPerson(t)]
const staff = testPerson(t, { role: 'moderator' })
beforeEach(() => sql`truncate videos, cases, notifications, common_fingerprint_keys, staff_log cascade`.execute(t.db))

let seed = 100
/** Publication time of the last clip. Each clip is published a second after the previous one. */
let now = Date.now() - 3_600_000

/** Inserts a clip with these frames, whose fingerprint is complete or still missing. */
async function clip(owner: Person, frames: Buffer[], { isRead = true } = {}): Promise<string> {
  const [id = ''] = await insertVideos(t, owner.user.id, 1)
  const createdAt = new Date((now += 1_000)).toISOString()
  await t.change('videos', id, { createdAt })
  if (isRead) await giveFingerprint(t, id, frames)
  return id
}

/** Stores the fingerprint and links the duplicates, as the job does after it has read the frames. */
async function read(id: string, frames: Buffer[]): Promise<void> {
  await giveFingerprint(t, id, frames)
  const { isHidden, ...video } = await t.row('videos', id)
  await linkDuplicates(t.deps, { ...video, isListed: !isHidden }, { durationSeconds: 5, frames })
}

/** Inserts a published object without bytes. @returns Its id. */
async function insertObject(contentType: string, madeFor: string): Promise<string> {
  const object = { state: 'published', ownerId: ada.user.id, contentType, sizeBytes: 1, madeFor } as const
  return (await t.insert('objects', object)).id
}

/** Splits the stored frames of a fingerprint. */
const framesIn = ({ frames }: { frames: Buffer }) =>
  Array.from({ length: frames.length / HASH_BYTES }, (_, at) => frames.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))

async function again(first: string | undefined = undefined, owner = bob): Promise<{ first: string; id: string }> {
  const frames = hashes(seed++)
  const before = first ?? (await clip(ada, frames))
  if (first) await giveFingerprint(t, first, frames)
  const id = await clip(owner, frames, { isRead: false })
  await read(id, changed(frames, 12))
  return { first: before, id }
}

const firstOf = async (id: string, { caller } = eve) => (await caller.get(`/api/videos/${id}/first`)).json<FirstHere>()
const dispute = ({ caller }: Person, id: string) =>
  caller.post(`/api/videos/${id}/first/dispute`, { text: 'I made it in May.' })

async function openCases({ caller }: Person): Promise<CaseSummary[]> {
  return (await caller.get('/api/cases')).json<{ cases: CaseSummary[] }>().cases
}

async function matches({ caller }: Person, frames: Buffer[]): Promise<Match[]> {
  const reply = await caller.post('/api/fingerprints/matches', {
    durationSeconds: 5,
    frames: frames.map((hash) => hash.toString('base64')),
  })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ matches: Match[] }>().matches
}

test('a repost names the first clip, and the first clip’s owner is notified once', async () => {
  const first = await publish(ada.caller)
  const second = await publish(bob.caller)
  const signal = new AbortController().signal
  for (const { id } of [first, second]) {
    const job = { payload: { videoId: id }, signal }
    await makePreview(t.deps, job)
    await makeFingerprint(t.deps, job)
    await makeFingerprint(t.deps, job)
  }
  expect(await firstOf(second.id)).toEqual({
    first: {
      videoId: first.id,
      title: first.title,
      thumbnailUrl: null,
      publishedAt: first.createdAt,
      creator: first.creator,
    },
    state: null,
  })
  expect(await firstOf(second.id, bob)).toMatchObject({ first: { videoId: first.id }, state: 'found' })
  expect(await firstOf(first.id)).toEqual({ first: null, state: null })
  expect(await listNotifications(ada)).toMatchObject([{ type: 'repost', actorId: bob.user.id, videoId: second.id }])
  expect(await listNotifications(bob)).toEqual([])
  const lines = (await findDifferences(t.deps)).map(({ line }) => line)
  expect(lines.filter((line) => line.includes(first.id) || line.includes(second.id))).toEqual([])
})

test('the earlier clip is the first, even if fingerprints are made out of order', async () => {
  const frames = hashes(seed++)
  const early = await clip(ada, frames, { isRead: false })
  const middle = await clip(bob, frames, { isRead: false })
  const late = await clip(eve, frames, { isRead: false })
  await read(late, frames)
  await read(middle, frames)
  expect(await firstOf(late)).toMatchObject({ first: { videoId: middle } })
  await read(early, frames)
  expect(await firstOf(late)).toMatchObject({ first: { videoId: early } })
  expect(await firstOf(middle)).toMatchObject({ first: { videoId: early } })
  expect(await firstOf(early)).toEqual({ first: null, state: null })
})

test('only a copy of another creator’s whole clip names a first clip', async () => {
  const { id } = await again(undefined, ada)
  expect(await firstOf(id, ada)).toEqual({ first: null, state: null })
  const frames = hashes(seed++)
  await clip(ada, frames)
  const parts = await clip(bob, [], { isRead: false })
  await read(parts, [...frames.slice(0, 6), ...hashes(seed++, 4)])
  const unlike = await clip(bob, [], { isRead: false })
  await read(unlike, changed(frames, 40))
  for (const other of [parts, unlike]) expect(await firstOf(other, bob)).toEqual({ first: null, state: null })
  expect(await listNotifications(ada)).toEqual([])
})

test('a mirrored copy of a clip is found', async () => {
  const frames = hashes(seed++)
  const first = await clip(ada, frames)
  const id = await clip(bob, [], { isRead: false })
  await read(
    id,
    frames.map((frame) => Buffer.from(frame.map((byte) => byte ^ 0x55))),
  )
  expect(await firstOf(id)).toMatchObject({ first: { videoId: first } })
})

test('a first clip is named only while it is visible', async () => {
  const { first, id } = await again()
  await hideVideo(t.deps, first, 'moderation')
  expect(await firstOf(id, bob)).toEqual({ first: null, state: null })
  await showVideo(t.deps, first, 'moderation')
  expect(await firstOf(id)).toMatchObject({ first: { videoId: first } })
  await ada.caller.delete(`/api/videos/${first}`)
  expect(await firstOf(id)).toEqual({ first: null, state: null })
  expect(await t.rows('reposts')).toEqual([])
  expect(await t.rows('fingerprints')).toMatchObject([{ videoId: id }])
})

test('hidden clips are never named as first and never match', async () => {
  const frames = hashes(seed++)
  const hidden = await clip(ada, frames)
  await hideVideo(t.deps, hidden, 'moderation')
  expect(await matches(bob, frames)).toEqual([])
  const id = await clip(bob, frames, { isRead: false })
  await read(id, frames)
  expect(await firstOf(id, bob)).toEqual({ first: null, state: null })
  expect(await t.rows('reposts')).toEqual([])
})

test('before publishing, existing matches are listed: same clips first, three at most', async () => {
  const frames = hashes(seed++)
  const contains = await clip(eve, [...frames.slice(0, 6), ...hashes(seed++, 4)])
  const same = []
  for (const owner of [ada, bob, ada]) same.push(await clip(owner, frames))
  expect(await matches(bob, changed(frames, 20))).toMatchObject([
    { videoId: same[0], kind: 'same', creator: { id: ada.user.id } },
    { videoId: same[1], kind: 'same' },
    { videoId: same[2], kind: 'same' },
  ])
  await bob.caller.delete(`/api/videos/${same[1]}`)
  expect((await matches(bob, frames)).map(({ videoId }) => videoId)).toEqual([same[0], same[2], contains])
  expect(await matches(bob, hashes(seed++))).toEqual([])
})

test('credit is shown at once, and the first clip’s owner is notified after frames match', async () => {
  const first = await publish(ada.caller)
  const answer = { id: first.id, answer: 'credit' } satisfies AlreadyHere
  const { id } = await publish(bob.caller, undefined, { alreadyHere: answer })
  expect(await firstOf(id)).toMatchObject({ first: { videoId: first.id } })
  expect(await firstOf(id, bob)).toMatchObject({ state: 'credited' })
  expect(await listNotifications(ada)).toEqual([])
  const frames = hashes(seed++)
  await giveFingerprint(t, first.id, frames)
  await read(id, frames)
  await read(id, frames)
  expect(await listNotifications(ada)).toMatchObject([{ type: 'repost', videoId: id }])
})

test('a creator can withdraw credit without a case if no frames support it', async () => {
  const first = await publish(ada.caller)
  const { id } = await publish(bob.caller, undefined, { alreadyHere: { id: first.id, answer: 'credit' } })
  expect((await dispute(bob, id)).statusCode).toBe(200)
  expect(await firstOf(id, bob)).toEqual({ first: null, state: null })
  expect(await t.rows('cases')).toEqual([])
})

test.each([
  ['becomes a dispute if the frames match', true],
  ['is deleted if the frames differ', false],
])('the answer “It’s mine too” %s', async (_, isSame) => {
  const first = await publish(ada.caller)
  const { id } = await publish(bob.caller, undefined, { alreadyHere: { id: first.id, answer: 'mine' } })
  expect(await firstOf(id, bob)).toEqual({ first: null, state: null })
  const frames = hashes(seed++)
  await giveFingerprint(t, first.id, frames)
  await read(id, isSame ? frames : hashes(seed++))
  expect(await firstOf(id)).toEqual({ first: null, state: null })
  expect((await firstOf(id, bob)).state).toBe(isSame ? 'disputed' : null)
  expect(await t.rows('cases')).toMatchObject(isSame ? [{ source: 'dispute', videoId: id }] : [])
})

test('a repost answer that names an own, hidden or deleted clip is ignored', async () => {
  const own = await publish(bob.caller)
  const hidden = await publish(ada.caller)
  await hideVideo(t.deps, hidden.id, 'moderation')
  for (const id of [own.id, hidden.id, crypto.randomUUID()]) {
    const made = await publish(bob.caller, undefined, { alreadyHere: { id, answer: 'credit' } })
    expect(await firstOf(made.id, bob)).toEqual({ first: null, state: null })
  }
})

test('a disputed “First published here by …” is hidden unless a moderator restores it', async () => {
  for (const [answer, state] of [
    ['keep', 'kept'],
    ['dismiss', 'dismissed'],
  ] as const) {
    const { first, id } = await again()
    expect((await dispute(bob, id)).json()).toEqual({ first: null, state: 'disputed' })
    expect(await firstOf(id)).toEqual({ first: null, state: null })
    const found = (await openCases(staff)).find((each) => each.source === 'dispute')
    const about = (await staff.caller.get(`/api/cases/${found?.id}`)).json<Case>()
    expect(about).toMatchObject({
      dispute: { text: 'I made it in May.', first: { videoId: first } },
    })
    const reply = await staff.caller.post(`/api/cases/${found?.id}/dispute`, { answer })
    expect(reply.statusCode).toBe(204)
    expect(await openCases(staff)).toEqual([])
    expect((await firstOf(id)).first?.videoId).toBe(answer === 'keep' ? first : undefined)
    expect((await firstOf(id, bob)).state).toBe(state)
    expect((await dispute(bob, id)).statusCode).toBe(answer === 'keep' ? 409 : 200)
    expect(await openCases(staff)).toEqual([])
    expect((await staff.caller.post(`/api/cases/${found?.id}/dispute`, { answer })).statusCode).toBe(409)
    // Reading the frames again changes nothing.
    await read(id, framesIn(await t.row('fingerprints', { videoId: id })))
    expect((await firstOf(id, bob)).state).toBe(state)
  }
  expect((await t.rows('reposts')).map(({ state }) => state).toSorted()).toEqual(['dismissed', 'kept'])
  const log = await t.rows('staffLog', { act: 'answer-dispute' })
  expect(log).toMatchObject([1, 2].map(() => ({ actorId: staff.user.id, act: 'answer-dispute' })))
})

test('a moderator who owns the first clip cannot judge the dispute', async () => {
  await t.change('users', ada.user.id, { role: 'moderator' })
  const { id } = await again()
  await dispute(bob, id)
  await eve.caller.post(`/api/videos/${id}/report`, { reason: 'spam' })
  const [found] = await openCases(staff)
  expect(found).toMatchObject({ source: 'report', reportsCount: 1 })
  const own = await ada.caller.post(`/api/cases/${found?.id}/dispute`, { answer: 'keep' })
  expect(refusalOf(own)).toEqual([403, 'The first clip is yours, so another moderator has to decide.'])
  await staff.caller.post(`/api/cases/${found?.id}/dispute`, { answer: 'dismiss' })
  expect(await openCases(staff)).toMatchObject([{ id: found?.id, source: 'report' }])
  const decision = { rule: 'spam', measure: 'none', facts: 'It sells nothing.' }
  expect((await staff.caller.post(`/api/cases/${found?.id}/decision`, decision)).statusCode).toBe(201)
  await t.change('users', ada.user.id, { role: 'member' })
})

test('an answer to a dispute does not deadlock with a change of the dispute or the deletion of its clip', async () => {
  const disputed = async () => {
    const { id } = await again()
    await dispute(bob, id)
    const caseId = (await openCases(staff))[0]?.id ?? ''
    return { id, caseId, answer: () => staff.caller.post(`/api/cases/${caseId}/dispute`, { answer: 'keep' }) }
  }
  const one = await disputed()
  expect(await queueUp(t, 'cases', one.caseId, one.answer, () => dispute(bob, one.id))).toEqual([204, 409])
  const other = await disputed()
  const remove = () => bob.caller.delete(`/api/videos/${other.id}`)
  expect(await queueUp(t, 'cases', other.caseId, remove, other.answer)).toEqual([204, 409])
})

test('a case about a comment cannot answer the dispute of its clip', async () => {
  const { id } = await again(undefined, staff)
  await dispute(staff, id)
  const comment = (await eve.caller.post(`/api/videos/${id}/comments`, { text: 'Seen before' })).json<{ id: string }>()
  await ada.caller.post(`/api/comments/${comment.id}/report`, { reason: 'spam' })
  const found = (await openCases(staff)).find(({ kind }) => kind === 'comment')
  const reply = await staff.caller.post(`/api/cases/${found?.id}/dispute`, { answer: 'dismiss' })
  expect([reply.statusCode, (await firstOf(id, staff)).state]).toEqual([409, 'disputed'])
})

test('a dispute has the poster of a hidden first clip from this site', async () => {
  const { first, id } = await again()
  const posterId = await insertObject('image/webp', first)
  await t.change('videos', first, { posterId })
  await dispute(bob, id)
  const posterIn = async () => (await findDispute(t.db, id, 'https://media.example.org'))?.first.thumbnailUrl
  expect(await posterIn()).toBe(`https://media.example.org/objects/${posterId}.webp`)
  await hideVideo(t.deps, first, 'moderation')
  expect(await posterIn()).toBe(`/objects/${posterId}.webp`)
})

test('enforcement in the case of a dispute counts as found by staff', async () => {
  const { id } = await again()
  await dispute(bob, id)
  const [found] = await openCases(staff)
  const decision = { rule: 'spam', measure: 'warn', facts: 'It sells watches.' }
  const reply = await staff.caller.post(`/api/cases/${found?.id}/decision`, decision)
  expect(reply.json()).toMatchObject({ source: 'own', measure: 'warn' })
  // The decision does not answer the dispute, which stays open in a case of its own.
  const [left, ...others] = await openCases(staff)
  expect([left?.source, left?.id === found?.id, others]).toEqual(['dispute', false, []])
  expect((await staff.caller.post(`/api/cases/${left?.id}/dispute`, { answer: 'keep' })).statusCode).toBe(204)
  expect(await openCases(staff)).toEqual([])
})

test('fingerprint keys that more than 200 clips share are ignored from then on', async () => {
  const intro = hashes(seed++, 3)
  const ids = await insertVideos(t, ada.user.id, SHARING_MAX + 2)
  for (const id of ids) await giveFingerprint(t, id, [...intro, ...hashes(seed++, 4)])
  const frames = [...intro, ...hashes(seed++, 4)]
  expect(await findMatchingClips(t.db, { durationSeconds: 5, frames })).toEqual([])
  expect(await t.rows('commonFingerprintKeys')).toHaveLength(3 * 10)
  const [one = ''] = ids
  const asked = framesIn(await t.row('fingerprints', { videoId: one }))
  expect(await findMatchingClips(t.db, { durationSeconds: 5, frames: asked })).toMatchObject([{ videoId: one }])
})

test('fingerprints of older clips are enqueued once the clips can be read', async () => {
  const [ready = '', waiting = '', long = '', failed = ''] = await insertVideos(t, ada.user.id, 4)
  for (const id of [ready, long]) await t.change('videos', id, { previewId: await insertObject('video/mp4', id) })
  await t.change('videos', long, { durationSeconds: 90 })
  await t.change('videos', failed, { status: 'failed', failureReason: 'Broken' })
  for (const videoId of [ready, waiting, long, failed]) {
    await t.insert('fingerprints', { videoId, durationSeconds: 5 })
  }
  const asked: string[] = []
  const jobs = {
    ...t.deps.jobs,
    enqueue: async (_tx: unknown, _name: unknown, payload: { videoId: string }) => void asked.push(payload.videoId),
  }
  await enqueueMissingFingerprints({ db: t.db, jobs: jobs as unknown as typeof t.deps.jobs })
  expect(asked.toSorted()).toEqual([ready, failed].toSorted())
  // The job also marks a clip without readable frames as done.
  await makeFingerprint(t.deps, jobOf({ videoId: failed }))
  const { madeAt } = await t.row('fingerprints', { videoId: failed })
  expect(madeAt).not.toBeNull()
})

test('a clip whose playlist is lost has no fingerprint, and its job is not enqueued again', async () => {
  const [lost = ''] = await insertVideos(t, ada.user.id, 1)
  const streamId = await insertObject('application/vnd.apple.mpegurl', lost)
  await t.change('videos', lost, { streamId, streamSizesCount: 1, durationSeconds: 90 })
  await t.insert('fingerprints', { videoId: lost, durationSeconds: 90 })
  await makeFingerprint(t.deps, jobOf({ videoId: lost }))
  const { madeAt } = await t.row('fingerprints', { videoId: lost })
  expect(madeAt).not.toBeNull()
})

test('the doctor restores lost keys and unlinks a first clip newer than its repost', async () => {
  const { first, id } = await again()
  await sql`update fingerprints set keys = keys[2:] where video_id = ${first}`.execute(t.db)
  await t.change('videos', id, { createdAt: '2000-01-01T00:00:00Z' })
  const lines: string[] = []
  // The doctor also reports that these rows have no files, which does not matter here.
  const own = (await findDifferences(t.deps)).filter(({ line }) => /lacks keys|as first/.test(line))
  await repairDifferences(t.deps, own, (line) => lines.push(line))
  expect(lines).toEqual([
    `video ${first} lacks keys that identify its frames: its frames will be analysed again within a minute`,
    `video ${id} names video ${first} as first, which is later or by the same person: it names none now`,
  ])
  expect(await firstOf(id, bob)).toEqual({ first: null, state: null })
})

test('the fingerprint job of a deleted clip does nothing', async () => {
  const job = jobOf({ videoId: randomUUID() })
  await expect(makeFingerprint(t.deps, job)).resolves.toBe(undefined)
})
