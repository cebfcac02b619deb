import { expect, test } from 'vitest'
import type { Comment, CommentPage } from '../../../../contract/social/comments.ts'
import type { LikeState } from '../../../../contract/social/likes.ts'
import { insertVideos, type Caller, testApp } from '../../../test/test-app.ts'

const t = testApp()

async function comment(): Promise<{ id: string; videoId: string; url: string; writer: Caller }> {
  const { user, caller } = await t.signUp()
  const [videoId = ''] = await insertVideos(t, user.id, 1)
  const { id } = (await caller.post(`/api/videos/${videoId}/comments`, { text: 'Lovely' })).json<Comment>()
  return { id, videoId, url: `/api/comments/${id}/like`, writer: caller }
}

async function people(count: number): Promise<Caller[]> {
  const all = await Promise.all(Array.from({ length: count }, () => t.signUp()))
  return all.map(({ caller }) => caller)
}

async function stored(id: string): Promise<{ count: number | undefined; rows: number }> {
  const found = await t.db.selectFrom('comments').select('likesCount').where('id', '=', id).executeTakeFirst()
  const rows = await t.db.selectFrom('commentLikes').select('id').where('commentId', '=', id).execute()
  return { count: found?.likesCount, rows: rows.length }
}

async function seenBy(caller: Caller, videoId: string): Promise<Pick<Comment, 'isLiked' | 'likesCount'> | undefined> {
  const { comments } = (await caller.get(`/api/videos/${videoId}/comments`)).json<CommentPage>()
  return comments[0] && { isLiked: comments[0].isLiked, likesCount: comments[0].likesCount }
}

test('liking and unliking are idempotent, and every list shows the change at once', async () => {
  const { videoId, url, writer } = await comment()
  const [fan] = await people(1)
  const [liked, unliked] = [
    { isLiked: true, likesCount: 1 },
    { isLiked: false, likesCount: 0 },
  ]
  expect(await seenBy(fan!, videoId)).toEqual(unliked)
  for (let twice = 0; twice < 2; twice++) {
    expect((await fan!.post(url)).json<LikeState>()).toEqual(liked)
    expect(await seenBy(fan!, videoId)).toEqual(liked)
    for (const other of [writer, t.visitor]) expect(await seenBy(other, videoId)).toEqual({ ...liked, isLiked: false })
  }
  for (let twice = 0; twice < 2; twice++) {
    expect((await fan!.delete(url)).json<LikeState>()).toEqual(unliked)
    expect(await seenBy(fan!, videoId)).toEqual(unliked)
  }
})

test('concurrent likes and unlikes by fifty users leave an exact count', async () => {
  const { id, url } = await comment()
  const fans = await people(50)
  const replies = await Promise.all(fans.flatMap((fan) => [fan.post(url), fan.delete(url), fan.post(url)]))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  const { count, rows } = await stored(id)
  expect(count).toBe(rows)
  // The order of these requests is unknown, but one more like by each user makes fifty likes.
  await Promise.all(fans.map((fan) => fan.post(url)))
  expect(await stored(id)).toEqual({ count: 50, rows: 50 })
})
