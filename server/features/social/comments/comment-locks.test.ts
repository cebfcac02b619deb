import { expect, test } from 'vitest'
import type { Comment } from '../../../../contract/social/comments.ts'
import { queueUp } from '../../../test/database/queue-up.ts'
import { insertVideos, type Caller, testApp } from '../../../test/test-app.ts'

const t = testApp()

async function comment(): Promise<{ id: string; videoId: string; owner: Caller; writer: Caller }> {
  const [{ user, caller: owner }, { caller: writer }] = [await t.signUp(), await t.signUp()]
  const [videoId = ''] = await insertVideos(t, user.id, 1)
  const { id } = (await writer.post(`/api/videos/${videoId}/comments`, { text: 'Lovely' })).json<Comment>()
  return { id, videoId, owner, writer }
}

test('a comment can be deleted and unliked concurrently without a deadlock', async () => {
  const { id, writer } = await comment()
  const like = `/api/comments/${id}/like`
  await writer.post(like)
  const statuses = await queueUp(
    t,
    'comments',
    id,
    () => writer.delete(`/api/comments/${id}`),
    () => writer.delete(like),
  )
  expect(statuses).toEqual([204, 404])
})

test('a video and one of its comments can be deleted concurrently without a deadlock', async () => {
  const { id, videoId, owner, writer } = await comment()
  const statuses = await queueUp(
    t,
    'videos',
    videoId,
    () => owner.delete(`/api/videos/${videoId}`),
    () => writer.delete(`/api/comments/${id}`),
  )
  expect(statuses).toEqual([204, 404])
})

test('a video can be deleted while a user comments on it', async () => {
  const { videoId, owner, writer } = await comment()
  const statuses = await queueUp(
    t,
    'videos',
    videoId,
    () => owner.delete(`/api/videos/${videoId}`),
    () => writer.post(`/api/videos/${videoId}/comments`, { text: 'Too late' }),
  )
  expect(statuses).toEqual([204, 404])
})
