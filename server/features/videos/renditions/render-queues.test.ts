import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { appOfTest, publish } from '../../../test/test-app.ts'
import { bytesOfClip } from '../../../test/media/generated-clip.ts'
import { queueOf } from './render-queues.ts'
import { requeueVideo } from './requeue.ts'
import { workOnRenditions } from './render.jobs.ts'

const fullHd = { width: 1920, height: 1080 }
const uhd8k = { width: 7680, height: 4320 }

test.each([
  ['ten seconds of 1080p', { ...fullHd, durationSeconds: 10, framesCount: 300 }, 'preview', 1, 'stream', 1],
  ['a minute of 1080p', { ...fullHd, durationSeconds: 60, framesCount: 1800 }, 'preview', 2, 'stream', 4],
  ['ten minutes of 1080p', { ...fullHd, durationSeconds: 600, framesCount: null }, 'preview', 2, 'long-stream', 37],
  ['a minute of 8K', { ...uhd8k, durationSeconds: 60, framesCount: 1800 }, 'long-preview', 15, 'long-stream', 60],
])('the queues and costs of %s match the work', (_, video, preview, previewCost, stream, streamCost) => {
  expect(queueOf('preview', video)).toEqual({ queue: `render-${preview}`, cost: previewCost })
  expect(queueOf('stream', video)).toEqual({ queue: `render-${stream}`, cost: streamCost })
})

test('long clips are rendered from separate queues', async () => {
  const t = await appOfTest()
  const { caller } = await t.signUp()
  const { id } = await publish(caller, bytesOfClip({ width: 64, height: 48, seconds: 0.2 }))
  // Pretends that the clip has many more frames, and enqueues it again.
  await t.change('videos', id, { framesCount: 100_000_000 })
  await requeueVideo(t.deps, id)
  await workOnRenditions(t.deps)
  const stage = async () => (await t.visitor.get(`/api/videos/${id}`)).json<Video>().stage
  await expect.poll(stage, { timeout: 180_000 }).toBe(null)
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where name like 'render-%' and data->>'videoId' = ${id}`.execute(t.db)
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['render-long-preview', 'render-long-stream']))
})
