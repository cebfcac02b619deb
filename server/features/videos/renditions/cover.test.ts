import sharp from 'sharp'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { bytesOfClip } from '../../../test/media/generated-clip.ts'
import { storageWith, tooSlow } from '../../../test/storage-with.ts'
import { appOfTest, type Caller, jobOf, publish, testApp, type TestApp, upload } from '../../../test/test-app.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { hideVideo, showVideo } from '../publishing/hide-video.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import { storeMadeFile } from './made-files.fixture.ts'
import { makeCover, makePoster, makePreview, workOnRenditions } from './render.jobs.ts'

const SECONDS = 2
const levelAt = (seconds: number) => 20 + 100 * seconds

/** A clip whose brightness begins at 20 and rises by 100 levels of grey per second. */
const clip = bytesOfClip({
  width: 96,
  height: 64,
  seconds: SECONDS,
  frameRate: 25,
  picture: (time) => ({ width: 96, height: 64, rgb: Buffer.alloc(96 * 64 * 3, levelAt(time)) }),
})

const t = testApp()

async function publishOne(fields: object = {}): Promise<{ caller: Caller; id: string }> {
  const { caller } = await t.signUp()
  return { caller, id: (await publish(caller, clip, fields)).id }
}

/** Publishes the clip and gives it a first poster, which takes less time than painting one. */
async function publishWithPoster(fields: { coverAt?: number } = {}) {
  const { caller, id } = await publishOne(fields)
  const posterId = await storeMadeFile(t, id, 'image/webp')
  await t.change('videos', id, { posterId, posterAt: fields.coverAt ?? null })
  return { caller, id, first: objectPath(posterId, 'image/webp') }
}

async function read(id: string, caller = t.visitor): Promise<Video> {
  return (await caller.get(`/api/videos/${id}`)).json<Video>()
}

async function choose(caller: Caller, id: string, coverAt: number | null): Promise<Video> {
  const reply = await caller.patch(`/api/videos/${id}`, { coverAt })
  expect(reply.statusCode).toBe(200)
  return reply.json<Video>()
}

/** Returns the moment that a poster shows, from its brightness. */
async function momentOf(thumbnailUrl: string | null, caller = t.visitor): Promise<number> {
  const { rawPayload } = await caller.get(thumbnailUrl ?? 'no poster')
  const { channels } = await sharp(rawPayload).greyscale().stats()
  return (channels[0]!.mean - 20) / 100
}

const stored = (address: string) => t.deps.storage.find(objectIdIn(address)!)

test('a clip is published with the frame that its creator chose, or gets it later', async () => {
  const { id } = await publishOne({ coverAt: 1.5 })
  await makePoster(t.deps, jobOf({ videoId: id }))
  const { thumbnailUrl, ...video } = await read(id)
  expect(video).toMatchObject({ coverAt: 1.5, stage: 'preview' })
  expect(await momentOf(thumbnailUrl)).toBeCloseTo(1.5, 1)
  await makeCover(t.deps, jobOf({ videoId: id }))
  expect((await read(id)).thumbnailUrl).toBe(thumbnailUrl)

  // A worker of an older version makes the poster without the choice.
  await t.change('videos', id, { posterAt: null })
  await makePreview(t.deps, jobOf({ videoId: id }))
  expect(await t.jobs('render-cover', { videoId: id })).toMatchObject([{ isLater: false }])
})

test('another frame replaces the poster everywhere, under a new address', async () => {
  const { caller, id } = await publishOne()
  await makePoster(t.deps, jobOf({ videoId: id }))
  await t.change('videos', id, { previewId: await storeMadeFile(t, id, 'video/mp4'), status: 'ready' })
  const before = await read(id)
  const first = before.thumbnailUrl!
  expect(await choose(caller, id, 0.6)).toMatchObject({ coverAt: 0.6, stage: 'poster', thumbnailUrl: first })
  await makeCover(t.deps, jobOf({ videoId: id }))
  const after = await read(id)
  expect(after).toMatchObject({ coverAt: 0.6, stage: 'stream', status: 'ready' })
  expect(after.thumbnailUrl).not.toBe(first)
  expect(after.placeholder).not.toBe(before.placeholder)
  expect(await momentOf(after.thumbnailUrl)).toBeCloseTo(0.6, 1)
  const { payload } = await t.visitor.get(`/video/${id}`)
  expect(payload).toContain(after.thumbnailUrl)
  expect(payload).not.toContain(first)
  expect((await caller.get(first)).statusCode).toBe(404)
  expect(await stored(first)).toBeUndefined()
  expect(await findDifferences(t.deps)).toEqual([])

  await choose(caller, id, null)
  await makeCover(t.deps, jobOf({ videoId: id }))
  expect(await read(id)).toMatchObject({ coverAt: null, placeholder: before.placeholder })
})

test('a moment after the end is refused and changes nothing', async () => {
  const [coverAt, sentence] = [SECONDS + 0.5, 'The cover can’t be after the end of the clip']
  const { caller } = await t.signUp()
  const [videoUrl, stated] = [await upload(caller, clip), { title: 'A clip', toolUsed: 'other' }]
  expect((await caller.post('/api/videos', { ...stated, videoUrl, coverAt })).json()).toMatchObject({
    issues: [{ path: 'coverAt', message: sentence }],
  })
  const { id } = (await caller.post('/api/videos', { ...stated, videoUrl, coverAt: 1 })).json<Video>()
  const reply = await caller.patch(`/api/videos/${id}`, { coverAt, title: 'Changed' })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ issues: [{ path: 'coverAt', message: sentence }] })
  expect(await read(id)).toMatchObject({ coverAt: 1, title: 'A clip' })
})

test('the new poster of a hidden clip is visible to its owner only', async () => {
  const { caller, id, first } = await publishWithPoster()
  await hideVideo(t.deps, id, 'file')
  await choose(caller, id, 1)
  await makeCover(t.deps, jobOf({ videoId: id }))
  const { thumbnailUrl } = await read(id, caller)
  expect(thumbnailUrl).not.toBe(first)
  expect((await t.visitor.get(thumbnailUrl!)).statusCode).toBe(404)
  expect(await momentOf(thumbnailUrl, caller)).toBeCloseTo(1, 1)
  await showVideo(t.deps, id, 'file')
  expect(await momentOf(thumbnailUrl)).toBeCloseTo(1, 1)
})

test('a frame chosen while another poster is made becomes the poster', async () => {
  const { caller, id, first } = await publishWithPoster()
  await choose(caller, id, 0.4)
  await makeCover(
    whenStored(() => choose(caller, id, 1.2)),
    jobOf({ videoId: id }),
  )
  expect((await read(id)).thumbnailUrl).toBe(first)
  await makeCover(t.deps, jobOf({ videoId: id }))
  expect(await momentOf((await read(id)).thumbnailUrl)).toBeCloseTo(1.2, 1)
  expect(await objectsOf(id)).toEqual(['published'])
})

test.each([
  { other: 'another worker makes the same poster', make: makeCover, objects: ['published'] },
  { other: 'the preview is made', make: makePreview, objects: ['published', 'published'] },
])('one new poster is kept while $other', async ({ make, objects }) => {
  const { caller, id } = await publishWithPoster()
  await choose(caller, id, 1.2)
  await makeCover(
    whenStored(() => make(t.deps, jobOf({ videoId: id }))),
    jobOf({ videoId: id }),
  )
  expect(await momentOf((await read(id)).thumbnailUrl)).toBeCloseTo(1.2, 1)
  expect(await objectsOf(id)).toEqual(objects)
})

test('a clip that is deleted while its cover is made leaves no files', async () => {
  const { caller, id, first } = await publishWithPoster()
  await choose(caller, id, 1.2)
  await makeCover(
    whenStored(() => caller.delete(`/api/videos/${id}`)),
    jobOf({ videoId: id }),
  )
  expect(await stored(first)).toBeUndefined()
  expect(await objectsOf(id)).toEqual([])
  expect(await findDifferences(t.deps)).toEqual([])
})

test('a frame chosen while the first poster is made replaces it afterwards', async () => {
  const { caller, id } = await publishOne({ coverAt: 1.2 })
  // A worker takes the job of the new choice before the poster exists.
  const chooseAnother = async () => {
    await choose(caller, id, 0.4)
    await makeCover(t.deps, jobOf({ videoId: id }))
    await sql`delete from pgboss.job where name = 'render-cover'`.execute(t.db)
  }
  await makePoster(whenStored(chooseAnother), jobOf({ videoId: id }))
  expect(await momentOf((await read(id)).thumbnailUrl)).toBeCloseTo(1.2, 1)
  expect(await t.jobs('render-cover', { videoId: id })).toMatchObject([{ isLater: false }])
  await makeCover(t.deps, jobOf({ videoId: id }))
  expect(await momentOf((await read(id)).thumbnailUrl)).toBeCloseTo(0.4, 1)
})

test('a frame chosen while the first poster is made replaces it if a worker takes the job before the commit', async () => {
  const { caller, id } = await publishOne({ coverAt: 1.2 })
  const taken: Promise<void>[] = []
  let isDone = false
  const { jobs } = t.deps
  const enqueue: typeof jobs.enqueue = async (tx, name, ...rest) => {
    await jobs.enqueue(tx, name, ...rest)
    if (name !== 'render-cover') return
    // The job of the choice was still waiting, so no other was enqueued.
    taken.push(makeCover(t.deps, jobOf({ videoId: id })).finally(() => (isDone = true)))
    const isPast = async () => isDone || (await waitingForLocks(t.db)) === 1
    await expect.poll(isPast).toBe(true)
  }
  const whenChosen = whenStored(() => choose(caller, id, 0.4))
  await makePoster({ ...whenChosen, jobs: { ...jobs, enqueue } }, jobOf({ videoId: id }))
  expect(await t.jobs('render-cover', { videoId: id })).toHaveLength(1)
  await Promise.all(taken)
  expect(await momentOf((await read(id)).thumbnailUrl)).toBeCloseTo(0.4, 1)
})

test('a frame that is chosen soon after publishing becomes the poster without delay', async () => {
  const working = await appOfTest()
  await workOnRenditions(working.deps)
  const { caller } = await working.signUp()
  const { id } = await publish(caller, clip, { coverAt: 0.4 })
  const poster = async () => (await read(id, working.visitor)).thumbnailUrl
  await expect.poll(poster).not.toBeNull()
  const first = await poster()
  await choose(caller, id, 1.2)
  expect((await working.jobs('render-cover', { videoId: id })).filter(({ isLater }) => isLater)).toEqual([])
  await expect.poll(poster).not.toBe(first)
  expect(await momentOf(await poster(), working.visitor)).toBeCloseTo(1.2, 1)

  // After the last failed attempt, the choice is again the frame that the poster shows.
  await working.change('videos', id, { coverAt: 1.6 })
  await working.deps.jobs.enqueue(working.db, 'cover-failed', { videoId: id })
  await expect.poll(async () => (await read(id, working.visitor)).coverAt).toBe(1.2)
})

test('if making a cover takes too long, the poster and a choice made meanwhile stay', async () => {
  const { caller, id, first } = await publishWithPoster({ coverAt: 0.4 })
  await choose(caller, id, 1.2)
  const storage = tooSlow(t.deps.storage)
  await makeCover({ ...t.deps, storage }, jobOf({ videoId: id }))
  expect(await read(id)).toMatchObject({ coverAt: 0.4, thumbnailUrl: first })

  await choose(caller, id, 1.2)
  const withFile: typeof storage.withFile = async (key, use) => {
    await choose(caller, id, 1.6)
    return storage.withFile(key, use)
  }
  await makeCover({ ...t.deps, storage: storageWith(storage, { withFile }) }, jobOf({ videoId: id }))
  expect((await read(id)).coverAt).toBe(1.6)
})

/** Returns dependencies whose storage does something else after it has stored a file. */
function whenStored(act: () => Promise<unknown>): TestApp['deps'] {
  const { storage } = t.deps
  const writeFile: typeof storage.writeFile = async (key, file) => {
    const written = await storage.writeFile(key, file)
    await act()
    return written
  }
  return { ...t.deps, storage: storageWith(storage, { writeFile }) }
}

async function objectsOf(id: string): Promise<string[]> {
  const rows = await t.rows('objects', { madeFor: id })
  return rows.map(({ state }) => state)
}
