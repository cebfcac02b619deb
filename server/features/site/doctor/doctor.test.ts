import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { type Caller, jobOf, type Person, publish, testApp, upload } from '../../../test/test-app.ts'
import { addLikes } from '../../social/likes/likes.queries.ts'
import { makePoster, makePreview } from '../../videos/renditions/render.jobs.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { findDifferences, repairDifferences } from './find-differences.ts'
import { objectIdIn } from '../../videos/upload/upload-address.ts'

const t = testApp()
let owner: Person
let fan: Person
let video: Video
beforeEach(async () => {
  owner = await t.signUp()
  fan = await t.signUp()
  video = await publish(owner.caller)
})
// The doctor checks the whole site, so each test begins without the rows and files of others.
afterEach(async () => {
  await sql`truncate users, objects, public_log cascade`.execute(t.db)
  const shards = (await readdir(t.storageFolder)).filter((name) => name.length === 2)
  for (const shard of shards) await rm(join(t.storageFolder, shard), { recursive: true })
})

const keyOf = ({ videoUrl }: Video) => objectIdIn(videoUrl)!
const fileOf = (key: string) => join(t.storageFolder, key.slice(0, 2), key)

async function lines(): Promise<string[]> {
  return (await findDifferences(t.deps)).map(({ line }) => line)
}

async function repair(): Promise<string[]> {
  const printed: string[] = []
  await repairDifferences(t.deps, await findDifferences(t.deps), (line) => printed.push(line))
  return printed
}

async function setAvatar(caller: Caller): Promise<string> {
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  const avatarImageURL = await upload(caller, await picture.png().toBuffer())
  return (await caller.put('/api/avatar', { avatarImageURL })).json<{ objectPath: string }>().objectPath
}

async function writeOld(key: string): Promise<void> {
  await mkdir(join(t.storageFolder, key.slice(0, 2)), { recursive: true })
  await writeFile(fileOf(key), 'orphan')
  const yesterday = Date.now() / 1000 - 24 * 60 * 60
  await utimes(fileOf(key), yesterday, yesterday)
}

test('stored bytes per person stay exact through uploads, hiding and deletion', async () => {
  const keptBy = async ({ user }: typeof owner) => (await t.row('keptBytes', { userId: user.id })).sizeBytes
  const { size } = await stat(fileOf(keyOf(video)))
  expect(await keptBy(owner)).toBe(size)
  await makePoster(t.deps, jobOf({ videoId: video.id }))
  const { posterId } = await t.row('videos', {})
  const poster = await stat(fileOf(posterId!))
  expect(await keptBy(owner)).toBe(size + poster.size)
  await upload(owner.caller, Buffer.from('unused'))
  await hideVideo(t.deps, video.id, 'file')
  expect(await keptBy(owner)).toBe(size + poster.size)
  await owner.caller.delete(`/api/videos/${video.id}`)
  expect(await keptBy(owner)).toBe(0)
  expect(await t.rows('keptBytes', { userId: fan.user.id })).toEqual([])
})

test('stored bytes per person are recounted by the doctor', async () => {
  const { size } = await stat(fileOf(keyOf(video)))
  await t.change('keptBytes', {}, { sizeBytes: 7 })
  await t.insert('keptBytes', { userId: fan.user.id, sizeBytes: 8 })
  const wrong = [
    [`kept_bytes of ${owner.user.id} is 7, counted ${size}`, `is ${size} now`],
    [`kept_bytes of ${fan.user.id} is 8, counted 0`, 'is 0 now'],
  ]
  expect(await lines()).toEqual(wrong.map(([line]) => line).toSorted())
  expect(await repair()).toEqual(wrong.map((line) => line.join(': ')).toSorted())
  await t.db.deleteFrom('keptBytes').execute()
  expect(await repair()).toEqual([`kept_bytes of ${owner.user.id} is 0, counted ${size}: is ${size} now`])
  expect(await lines()).toEqual([])
})

test('the doctor finds no differences on a running site, even during changes', async () => {
  const callers = [fan.caller, (await t.signUp()).caller]
  const second = await publish(owner.caller)
  const url = `/api/videos/${video.id}`
  const busy = Promise.all(
    callers.flatMap((caller) => [
      caller.post(`${url}/like`),
      caller.post(`/api/users/${owner.user.id}/follow`),
      caller.post(`${url}/view`),
      caller.post(`${url}/comments`, { text: 'Nice' }),
      caller.delete(`${url}/like`).then(() => caller.post(`${url}/like`)),
      setAvatar(caller),
      upload(caller, Buffer.from('unused')),
    ]),
  )
  expect(await lines()).toEqual([])
  await busy
  const job = jobOf({ videoId: video.id })
  await makePoster(t.deps, job)
  await makePreview(t.deps, job)
  await rm(fileOf(keyOf(second)))
  await t.visitor.post(`/api/videos/${second.id}/report-broken`)
  expect(await lines()).toEqual([])
  await owner.caller.delete(url)
  await setAvatar(fan.caller)
  await fan.caller.put(`/api/users/${fan.user.id}`, { avatarUrl: null })
  expect(await lines()).toEqual([])
})

test('the doctor finds every wrong counter and recounts it', async () => {
  await fan.caller.post(`/api/videos/${video.id}/like`)
  await fan.caller.post(`/api/videos/${video.id}/view`)
  await fan.caller.post(`/api/users/${owner.user.id}/follow`)
  const reply = await fan.caller.post(`/api/videos/${video.id}/comments`, { text: 'Nice' })
  const commentId = reply.json<{ id: string }>().id
  await owner.caller.post(`/api/comments/${commentId}/like`)
  await fan.caller.post(`/api/videos/${video.id}/report`)
  const { id: caseId } = await t.row('cases', {})
  const wrong: string[] = []
  for (const [table, id, counters] of [
    ['users', owner.user.id, ['followers_count', 'following_count', 'videos_count', 'total_views', 'total_likes']],
    ['videos', video.id, ['likes_count', 'comments_count', 'remixes_count']],
    ['comments', commentId, ['likes_count']],
    ['cases', caseId, ['reports_count']],
  ] as const) {
    for (const counter of counters) {
      const { rows } = await sql<{ count: number }>`
        update ${sql.table(table)} set ${sql.ref(counter)} = ${sql.ref(counter)} + 7 where id = ${id}
        returning ${sql.ref(counter)}::bigint as count`.execute(t.db)
      const count = rows[0]!.count
      wrong.push(`${table}.${counter} of ${id} is ${count}, counted ${count - 7}: is ${count - 7} now`)
    }
  }
  expect((await lines()).toSorted()).toEqual(wrong.map((line) => line.replace(/: is \d+ now$/, '')).toSorted())
  expect((await repair()).toSorted()).toEqual(wrong.toSorted())
  expect(await lines()).toEqual([])
})

test('the doctor repairs counters correctly during a concurrent like', async () => {
  await t.change('videos', video.id, { likesCount: 50 })
  const differences = await findDifferences(t.deps)
  expect(differences).toHaveLength(1)
  let repairing: Promise<void> | undefined
  await t.db.transaction().execute(async (tx) => {
    await addLikes(tx, [{ viewerId: fan.user.id, videoId: video.id }])
    repairing = repairDifferences(t.deps, differences, () => {})
    await expect.poll(() => waitingForLocks(t.db)).toBe(1)
  })
  await repairing
  expect(await lines()).toEqual([])
  expect(await t.row('videos', video.id)).toMatchObject({ likesCount: 1 })
})

test('a video whose original is missing is hidden', async () => {
  await t.deps.storage.remove(keyOf(video))
  const line = `object ${keyOf(video)} has no bytes in storage`
  expect(await lines()).toEqual([line])
  expect(await repair()).toEqual([`${line}: video ${video.id} is hidden now`])
  expect((await t.visitor.get(`/api/videos/${video.id}`)).statusCode).toBe(404)
  expect(await lines()).toEqual([])
})

test('an upload whose bytes are missing is removed', async () => {
  const key = (await upload(fan.caller, Buffer.from('unused'))).split('/').at(-1)!
  await t.deps.storage.remove(key)
  expect(await repair()).toEqual([`object ${key} has no bytes in storage: this unused upload is removed`])
  expect(await lines()).toEqual([])
})

async function clipBytes(): Promise<number> {
  return (await stat(sampleClip('plain-h264.mp4'))).size
}

test('repairing purges hidden and removed files from the CDN', async () => {
  const orphan = randomUUID()
  await writeOld(orphan)
  await t.change('videos', video.id, { isHidden: true, hiddenFor: ['file'] })
  const forgotten: string[] = []
  const cdn = { forget: (paths: readonly string[]) => void forgotten.push(...paths), stop: async () => {} }
  await repairDifferences({ ...t.deps, cdn }, await findDifferences(t.deps), () => {})
  expect(forgotten).toEqual(expect.arrayContaining([video.videoUrl, `/objects/${orphan}`, `/objects/${orphan}.mp4`]))
})

test('stored objects of the wrong size are reported', async () => {
  const bytes = await buffer(t.deps.storage.read(keyOf(video), { start: 0, end: 999 }))
  await t.deps.storage.remove(keyOf(video))
  await t.deps.storage.write(keyOf(video), Readable.from([bytes]), { maxBytes: 1_000 })
  const line = `object ${keyOf(video)} has 1000 bytes in storage instead of ${await clipBytes()}`
  expect(await lines()).toEqual([line])
  expect(await repair()).toEqual([`${line}: not repaired`])
})

test('bytes without a row are removed an hour after they were stored', async () => {
  const [old, young] = [randomUUID(), randomUUID()]
  await writeOld(old)
  await writeOld('00-not-an-id')
  await t.deps.storage.writeFile(young, fileOf(keyOf(video)))
  const line = (key: string, bytes: number) => `storage has ${bytes} bytes as ${key}, which the database does not know`
  const tooYoung = `${line(young, await clipBytes())} (younger than an hour)`
  expect((await lines()).toSorted()).toEqual([line(old, 6), line('00-not-an-id', 6), tooYoung].toSorted())
  expect((await repair()).toSorted()).toEqual(
    [
      `${line(old, 6)}: they are removed`,
      `${line('00-not-an-id', 6)}: they are removed`,
      `${tooYoung}: not repaired`,
    ].toSorted(),
  )
  expect(await lines()).toEqual([tooYoung])
})

test('files are not removed if the database knows none of them, because it may be that of another site', async () => {
  await t.deps.storage.remove(keyOf(video))
  await sql`truncate users, objects cascade`.execute(t.db)
  const key = randomUUID()
  await writeOld(key)
  expect(await repair()).toEqual([
    `storage has 6 bytes as ${key}, which the database does not know (it knows none of the files: check DATABASE_URL and DATA_DIR): not repaired`,
  ])
})

test('deletions in progress and recently stored bytes do not count as differences', async () => {
  const key = (await upload(fan.caller, Buffer.from('x'))).split('/').at(-1)!
  for (const state of ['pending', 'deleted'] as const) {
    await t.change('objects', key, { state })
    expect(await lines()).toEqual([])
  }
  await t.deps.storage.remove(key)
  expect(await lines()).toEqual([])
  await sweepObjects(t.deps)
  expect(await lines()).toEqual([])
})

test('a hidden object of a visible video is found and published', async () => {
  await t.change('objects', keyOf(video), { state: 'hidden' })
  const line = `the original of video ${video.id} is 'hidden', not 'published' (object ${keyOf(video)})`
  expect(await repair()).toEqual([`${line}: is 'published' now`])
  expect((await t.visitor.get(video.videoUrl)).statusCode).toBe(200)
  expect(await lines()).toEqual([])
})

test('an object in deletion that a video still uses is reported', async () => {
  await t.change('objects', keyOf(video), { state: 'deleted' })
  const line = `the original of video ${video.id} is 'deleted', not 'published' (object ${keyOf(video)})`
  expect(await repair()).toEqual([`${line}: not repaired`])
})

test('a published object that nothing uses is reported', async () => {
  const key = objectIdIn(await setAvatar(fan.caller))!
  expect(await lines()).toEqual([])
  await t.change('users', fan.user.id, { avatarUrl: null })
  expect(await lines()).toEqual([`object ${key} is 'published', and nothing uses it`])
})

test('a missing avatar is found and removed from the profile', async () => {
  const avatarUrl = `/objects/${randomUUID()}`
  await t.change('users', fan.user.id, { avatarUrl })
  const line = `the avatar of user ${fan.user.id} is not a published object that they own (${avatarUrl})`
  expect(await repair()).toEqual([`${line}: they have none now`])
  expect(await lines()).toEqual([])
})

test('the doctor finds creators whose names are missing from the search, and adds the names', async () => {
  await t.db.deleteFrom('creatorNames').where('userId', '=', fan.user.id).execute()
  await t.change('creatorNames', { userId: owner.user.id }, { names: 'old' })
  expect(await lines()).toHaveLength(2)
  expect((await repair())[0]).toMatch(/^the search has outdated names of creator \S+: they are updated$/)
  expect(await lines()).toEqual([])
})

test('a notification that was created during an unfollow is found and removed', async () => {
  await t.insert('notifications', { userId: fan.user.id, actorId: owner.user.id, type: 'publish', day: '2026-03-01' })
  expect(await repair()).toEqual([
    expect.stringMatching(/^notification \S+ is about clips by a person who is not followed: it is removed$/),
  ])
  expect(await lines()).toEqual([])
})

test('a notification of an undone action is found and removed', async () => {
  await fan.caller.post(`/api/videos/${video.id}/like`)
  await t.db.deleteFrom('likes').execute()
  await t.change('videos', {}, { likesCount: 0 })
  await t.change('users', {}, { totalLikes: 0 })
  expect(await repair()).toEqual([
    expect.stringMatching(/^notification \S+ is about a like that no longer exists: it is removed$/),
  ])
  expect(await lines()).toEqual([])
})

test('a follow across a block is found and removed', async () => {
  await fan.caller.post(`/api/users/${owner.user.id}/follow`)
  const block = { userId: owner.user.id, targetId: fan.user.id, kind: 'block' } as const
  await t.insert('relations', block)
  expect(await repair()).toEqual([
    expect.stringMatching(/^user \S+ follows user \S+, and one of them has blocked the other: the follow is removed$/),
  ])
  expect(await lines()).toEqual([])
})

test('overdue deletions and reused numbers or names of deleted accounts are reported', async () => {
  const [overdue, heir] = [await t.signUp(), await t.signUp()]
  await sql`
    update users set delete_after = now() - interval '2 hours', hidden_for = '{deletion}', is_hidden = true
    where id = ${overdue.user.id}`.execute(t.db)
  await sql`
    insert into retired_accounts (user_number, username_digest)
    select user_number, sha256(convert_to(username, 'UTF8')) from users where id = ${heir.user.id}`.execute(t.db)
  const found = await lines()
  expect(found).toHaveLength(3)
  expect(found).toContain(`user ${heir.user.id} has the number of a deleted account, ${heir.user.userNumber}`)
  expect(found).toContain(`user ${heir.user.id} has the username of a deleted account`)
  expect(found.join('\n')).toMatch(`user ${overdue.user.id} should have been deleted by `)
})
