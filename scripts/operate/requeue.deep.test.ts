import { expect, test } from 'vitest'
import { insertVideos, appOfTest } from '../../server/test/test-app.ts'
import { commandFor } from '../support/commands.fixture.ts'

test('the command enqueues one video again, or all failed, incomplete or unsigned ones', async () => {
  const t = await appOfTest()
  const { user } = await t.signUp()
  const ids = await insertVideos(t, user.id, 3)
  const failed = { status: 'failed', failureReason: 'Out of luck.' } as const
  await t.change('videos', ids[1]!, failed)

  const requeue = await commandFor(t, 'operate/requeue.ts')
  const queued = async () => (await t.jobs('render-poster')).map(({ data }) => data.videoId).toSorted()

  expect(await requeue('--failed')).toEqual({ code: 0, said: 'In the queue again: 1 video\n' })
  expect(await queued()).toEqual([ids[1]])
  expect(await t.rows('videos', { id: ids[1]! })).toMatchObject([{ status: 'processing', failureReason: null }])
  expect(await requeue(ids[0]!)).toEqual({ code: 0, said: 'In the queue again: 1 video\n' })
  expect(await requeue('--all')).toEqual({ code: 0, said: 'In the queue again: 3 videos\n' })
  expect(await queued()).toEqual([...ids, ids[0], ids[1]].toSorted())

  const preview = { state: 'published', contentType: 'video/mp4', sizeBytes: 1, madeFor: ids[2]! } as const
  for (let i = 0; i < 2; i++) await t.insert('objects', preview)
  expect(await requeue('--unsigned')).toEqual({ code: 0, said: 'In the queue again: 1 video\n' })
  expect(await queued()).toEqual([...ids, ids[0], ids[1], ids[2]].toSorted())

  const usage = 'Usage: npm run requeue -- VIDEO_ID, or --failed, or --all, or --unsigned\n'
  expect(await requeue()).toEqual({ code: 1, said: usage })
  for (const unknown of [['constructor'], ['--all', '--failed']]) {
    expect(await requeue(...unknown)).toEqual({ code: 1, said: usage })
  }
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await requeue(nobody)).toEqual({ code: 1, said: `There is no video ${nobody}.\n` })
})
