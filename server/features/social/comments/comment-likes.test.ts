import { expect, test } from 'vitest'
import type { Comment, CommentPage } from '../../../../contract/social/comments.ts'
import { type Caller, signUpWithVideo, testApp } from '../../../test/test-app.ts'

const t = testApp()

async function comment(): Promise<{ id: string; videoId: string; url: string; writer: Caller }> {
  const { caller, videoId } = await signUpWithVideo(t)
  const { id } = (await caller.post(`/api/videos/${videoId}/comments`, { text: 'Lovely' })).json<Comment>()
  return { id, videoId, url: `/api/comments/${id}/like`, writer: caller }
}

const stored = async (id: string) => ({
  count: (await t.row('comments', id)).likesCount,
  rows: (await t.rows('commentLikes', { commentId: id })).length,
})

async function seenBy(caller: Caller, videoId: string): Promise<Pick<Comment, 'isLiked' | 'likesCount'> | undefined> {
  const { comments } = (await caller.get(`/api/videos/${videoId}/comments`)).json<CommentPage>()
  return comments[0] && { isLiked: comments[0].isLiked, likesCount: comments[0].likesCount }
}

test('liking and unliking are idempotent, and every list shows the change at once', async () => {
  const { videoId, url, writer } = await comment()
  const { caller: fan } = await t.signUp()
  const liked = { isLiked: true, likesCount: 1 }
  const unliked = { isLiked: false, likesCount: 0 }
  expect(await seenBy(fan, videoId)).toEqual(unliked)
  for (let twice = 0; twice < 2; twice++) {
    expect((await fan.post(url)).json()).toEqual(liked)
    expect(await seenBy(fan, videoId)).toEqual(liked)
    for (const other of [writer, t.visitor]) expect(await seenBy(other, videoId)).toEqual({ ...liked, isLiked: false })
  }
  for (let twice = 0; twice < 2; twice++) {
    expect((await fan.delete(url)).json()).toEqual(unliked)
    expect(await seenBy(fan, videoId)).toEqual(unliked)
  }
})

test('concurrent likes and unlikes by fifty users leave an exact count', async () => {
  const { id, url } = await comment()
  const fans = await t.signUpMany(50)
  const replies = await Promise.all(
    fans.flatMap(({ caller }) => [caller.post(url), caller.delete(url), caller.post(url)]),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  const { count, rows } = await stored(id)
  expect(count).toBe(rows)
  // The order of these requests is unknown, but one more like by each user makes fifty likes.
  await Promise.all(fans.map(({ caller }) => caller.post(url)))
  expect(await stored(id)).toEqual({ count: 50, rows: 50 })
})
