import { expect, test } from 'vitest'
import { publish, testApp } from '../../../test/test-app.ts'

const t = testApp()

const reportsOf = (videoId: string) => t.rows('reports', { videoId })

test('reports of a video are stored and never hide the video, however many there are', async () => {
  const video = await publish((await t.signUp()).caller)
  const { user, caller } = await t.signUp()
  const url = `/api/videos/${video.id}/report`
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => caller.post(url, { reason: i % 2 ? 'spam' : 'hate' })),
  )
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]))
  const [reportId] = new Set(replies.map((reply) => reply.json<{ reportId: string }>().reportId))
  const last = await caller.post(url, { reason: 'other', otherText: ' It is mine. ' })
  expect(last.json()).toEqual({ reportId })
  expect(await reportsOf(video.id)).toMatchObject([
    { id: reportId, userId: user.id, reason: 'other', otherText: 'It is mine.' },
  ])

  await Promise.all(Array.from({ length: 50 }, () => t.visitor.post(url, { reason: 'nudity' })))
  expect(await reportsOf(video.id)).toHaveLength(51)
  expect((await t.visitor.get(`/api/videos/${video.id}`)).statusCode).toBe(200)
})

test('visitors can report a video, and a text is stored only with the reason “other”', async () => {
  const video = await publish((await t.signUp()).caller)
  const url = `/api/videos/${video.id}/report`
  expect((await t.visitor.post(url, {})).statusCode).toBe(201)
  await t.visitor.post(url, { reason: 'spam', otherText: 'not kept' })
  expect((await reportsOf(video.id)).map(({ userId, reason, otherText }) => [userId, reason, otherText])).toEqual(
    expect.arrayContaining([
      [null, 'real-video', null],
      [null, 'spam', null],
    ]),
  )
})
