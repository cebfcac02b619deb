import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { buildApp } from '../../../app.ts'
import type { Storage } from '../../../storage/storage.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { callerOf, insertVideos, publish, testApp } from '../../../test/test-app.ts'
import { storageWith } from '../../../test/storage-with.ts'
import { hideVideo } from '../publishing/hide-video.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import { checkVideoFile, recheckHiddenVideos } from './check-video-file.ts'

const t = testApp()

const nobody = '00000000-0000-4000-8000-000000000000'

async function publishOne() {
  const { user, caller } = await t.signUp()
  return { owner: user, caller, video: await publish(caller) }
}

function fileOf({ videoUrl }: Video): string {
  const key = objectIdIn(videoUrl)!
  return join(t.storageFolder, key.slice(0, 2), key)
}

/** Backdates the last check of a video's file. */
async function letMinutesPass(videoId: string, minutes = 1): Promise<void> {
  const fileCheckedAt = sql<string>`file_checked_at - make_interval(mins => ${minutes})`
  await t.change('videos', videoId, { fileCheckedAt })
}

describe('reporting a video as broken', () => {
  const reportBroken = (videoId: string, who = t.visitor) => who.post(`/api/videos/${videoId}/report-broken`)
  const isListed = async ({ id }: Video) => (await t.visitor.get('/api/videos')).body.includes(id)

  test.each([
    ['is gone', (file: string) => rm(file)],
    ['is empty', (file: string) => truncate(file, 0)],
    ['is cut off', (file: string) => truncate(file, 2_000)],
    ['is something else', (file: string) => writeFile(file, 'no video')],
  ])('hides a video if its file %s, until the file is restored', async (_, breakFile) => {
    const { video, owner, caller } = await publishOne()
    const totals = () => t.row('users', owner.id)
    await isListed(video)
    await breakFile(fileOf(video))
    expect((await reportBroken(video.id)).json()).toEqual({ hidden: true, alreadyHidden: false })
    expect((await reportBroken(video.id)).statusCode).toBe(404)
    expect((await reportBroken(video.id, caller)).json()).toEqual({ hidden: true, alreadyHidden: true })
    expect(await isListed(video)).toBe(false)
    expect((await t.visitor.get(`/api/videos/${video.id}`)).statusCode).toBe(404)
    expect((await caller.get(`/api/videos/${video.id}`)).json()).toMatchObject({ isHidden: true })
    expect(await totals()).toMatchObject({ videosCount: 0 })

    await copyFile(sampleClip('plain-h264.mp4'), fileOf(video))
    expect((await reportBroken(video.id, caller)).json()).toEqual({ hidden: true, alreadyHidden: true })
    await letMinutesPass(video.id)
    expect((await reportBroken(video.id)).statusCode).toBe(404)
    expect((await reportBroken(video.id, caller)).json()).toEqual({ hidden: false, alreadyHidden: true })
    expect((await reportBroken(video.id)).json()).toEqual({ hidden: false, alreadyHidden: false })
    expect(await isListed(video)).toBe(true)
    expect((await t.visitor.get(video.videoUrl)).statusCode).toBe(200)
    expect(await totals()).toMatchObject({ videosCount: 1 })
  })

  test('does not hide a video whose original is replaced during the check', async () => {
    const { video } = await publishOne()
    const copy = { id: randomUUID(), state: 'published', contentType: 'video/mp4', sizeBytes: 5 } as const
    await t.insert('objects', copy)
    const find = async () => {
      await t.change('videos', video.id, { originalId: copy.id })
      return undefined
    }
    const deps = { ...t.deps, storage: storageWith(t.deps.storage, { find }) }
    expect(await checkVideoFile(deps, video.id)).toEqual({ hidden: false, alreadyHidden: false })
    expect(await isListed(video)).toBe(true)
  })

  test('treats hidden videos as missing for visitors and reads no file for them', async () => {
    const { video } = await publishOne()
    await hideVideo(t.deps, video.id, 'moderation')
    await letMinutesPass(video.id, 11)
    const looked: string[] = []
    await using app = await buildApp({ ...t.deps, storage: watched(t.deps.storage, (key) => looked.push(key)) })
    const replies = await Promise.all(
      [video.id, nobody].map((id) => callerOf(app).post(`/api/videos/${id}/report-broken`)),
    )
    const [hidden, missing] = replies.map(({ statusCode, headers, body }) => ({ statusCode, body, headers }))
    expect(hidden).toEqual({ ...missing, headers: { ...missing?.headers, date: hidden?.headers.date } })
    expect(hidden?.statusCode).toBe(404)
    expect(looked).toEqual([])
  })

  test('fifty concurrent calls to two processes read the file only once', async () => {
    const { video } = await publishOne()
    await rm(fileOf(video))
    const looked: string[] = []
    const storage = watched(t.deps.storage, (key) => looked.push(key))
    const apps = await Promise.all([1, 2].map(() => buildApp({ ...t.deps, storage })))
    onTestFinished(async () => {
      for (const app of apps) await app.close()
    })
    const url = `/api/videos/${video.id}/report-broken`
    const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => callerOf(apps[i % 2]!).post(url)))
    // Calls in the checking process wait for the result. Calls that arrive after the video is hidden get 404.
    expect(replies.filter(({ statusCode }) => ![200, 404].includes(statusCode))).toEqual([])
    const learned = replies.filter(({ statusCode, body }) => statusCode === 404 || body.includes('"hidden":true'))
    expect(learned.length).toBeGreaterThanOrEqual(25)
    expect(looked).toEqual([objectIdIn(video.videoUrl)])
  })

  test('hides nothing when storage is unavailable, the disk cannot read the file, or the check times out', async () => {
    const { video } = await publishOne()
    const [file, incoming] = [fileOf(video), join(t.storageFolder, 'incoming')]
    await rename(incoming, `${incoming}.away`)
    await rename(file, `${file}.away`)
    const reply = await reportBroken(video.id)
    await rename(`${incoming}.away`, incoming)
    expect([reply.statusCode, reply.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }])
    await letMinutesPass(video.id)
    // A folder cannot be read as a file, which simulates a failing disk.
    await mkdir(file)
    await expect(checkVideoFile(t.deps, video.id)).rejects.toThrow('EISDIR')
    await rm(file, { recursive: true })
    await letMinutesPass(video.id)
    // A pipe without a writer: opening it blocks.
    execFileSync('mkfifo', [file])
    const check = await checkVideoFile(t.deps, video.id, { timeoutMs: 300 })
    expect(check).toEqual({ hidden: false, alreadyHidden: false })
    expect(await isListed(video)).toBe(true)
  })

  test('hidden videos are checked again automatically, a few at a time', async () => {
    const videos = []
    for (let i = 0; i < 4; i++) videos.push((await publishOne()).video)
    for (const video of videos) {
      await rename(fileOf(video), `${fileOf(video)}.away`)
      await reportBroken(video.id)
    }
    for (const video of videos) await rename(`${fileOf(video)}.away`, fileOf(video))
    // Videos that are hidden for another reason do not delay the others.
    const { user } = await t.signUp()
    for (const id of await insertVideos(t, user.id, 3)) await hideVideo(t.deps, id, 'moderation')
    await recheckHiddenVideos(t.deps)
    expect(await countHidden(videos)).toBe(4)
    for (const video of videos) await letMinutesPass(video.id, 11)
    await recheckHiddenVideos(t.deps)
    expect(await countHidden(videos)).toBe(1)
    await recheckHiddenVideos(t.deps)
    expect(await countHidden(videos)).toBe(0)
  })
})

async function countHidden(videos: Video[]): Promise<number> {
  const ids = videos.map(({ id }) => id)
  const rows = await t.rows('videos', { id: ids })
  return rows.filter(({ isHidden }) => isHidden).length
}

/** Wraps the storage. @param onLook Receives the key of each file that the storage looks for. */
function watched(storage: Storage, onLook: (key: string) => void): Storage {
  return storageWith(storage, {
    find(key) {
      onLook(key)
      return storage.find(key)
    },
  })
}
