import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { startTestApp, upload } from '../../../test/test-app.ts'
import { writeClip } from '../../../test/media/generated-clip.ts'
import { previewQueue, streamQueue } from './render-queues.ts'
import { workOnRenditions } from './render.jobs.ts'

const fullHd = { width: 1920, height: 1080 }
const uhd8k = { width: 7680, height: 4320 }

test.each([
  {
    is: 'ten seconds of 1080p',
    video: { ...fullHd, durationSeconds: 10, framesCount: 300 },
    preview: { queue: 'render-preview', cost: 1 },
    stream: { queue: 'render-stream', cost: 1 },
  },
  {
    is: 'a minute of 1080p',
    video: { ...fullHd, durationSeconds: 60, framesCount: 1800 },
    preview: { queue: 'render-preview', cost: 2 },
    stream: { queue: 'render-stream', cost: 4 },
  },
  {
    is: 'ten minutes of 1080p without a frame count',
    video: { ...fullHd, durationSeconds: 600, framesCount: null },
    preview: { queue: 'render-preview', cost: 2 },
    stream: { queue: 'render-long-stream', cost: 37 },
  },
  {
    is: 'a minute of 8K',
    video: { ...uhd8k, durationSeconds: 60, framesCount: 1800 },
    preview: { queue: 'render-long-preview', cost: 15 },
    stream: { queue: 'render-long-stream', cost: 60 },
  },
])('the queues and costs of $is match the work', ({ video, preview, stream }) => {
  expect([previewQueue(video), streamQueue(video)]).toEqual([preview, stream])
})

test('long clips are rendered from separate queues', async () => {
  const t = await startTestApp()
  onTestFinished(() => t.stop())
  const { caller } = await t.signUp()
  const path = join(t.storageFolder, 'clip.mp4')
  writeClip(path)
  const videoUrl = await upload(caller, await readFile(path))
  await rm(path)
  const published = await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
  const { id } = published.json<Video>()
  // Pretends that the clip has many more frames.
  await t.db.updateTable('videos').set({ framesCount: 1_000_000 }).where('id', '=', id).execute()
  await workOnRenditions(t.deps)
  const stage = async () => (await t.visitor.get(`/api/videos/${id}`)).json<Video>().stage
  await expect.poll(stage, { timeout: 180_000 }).toBe(null)
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where name like 'render-%' and data->>'videoId' = ${id} order by created_on`.execute(
    t.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(['render-poster', 'render-long-preview', 'render-long-stream'])
})
