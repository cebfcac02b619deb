import { execFileSync } from 'node:child_process'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample, startTestApp, upload, type TestApp } from '../../test/test-app.ts'
import { publishVideo } from './publish-video.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a machine that is too slow just now throws no upload away', async () => {
  const { user, caller } = await t.signUp()
  const videoUrl = await upload(caller, Buffer.from('any'))
  const key = videoUrl.split('/').at(-1)!
  const file = join(t.storageFolder, key.slice(0, 2), key)
  await rm(file)
  // A pipe that nobody writes to: whoever opens it waits.
  execFileSync('mkfifo', [file])
  const body = { title: 'A clip', toolUsed: 'other', videoUrl } as const
  await expect(publishVideo(t.deps, user.id, body, { timeoutMs: 300 })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Reading this video took too long just now. Please try again in a moment.',
  })
  await rm(file)
  await copyFile(sample('plain-h264.mp4'), file)
  expect((await caller.post('/api/videos', body)).statusCode).toBe(201)
})

test('a file that is no video, published twice at once, is refused twice with a sentence', async () => {
  const { caller } = await t.signUp()
  const videoUrl = await upload(caller, Buffer.from('no video'))
  const ask = () => caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
  const replies = await Promise.all([ask(), ask(), ask()])
  expect(replies.map((reply) => reply.statusCode)).toEqual([400, 400, 400])
})
