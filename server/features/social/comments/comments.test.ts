import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Comment, CommentPage } from '../../../../contract/social/comments.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { readPages } from '../../../test/read-pages.ts'
import { type Caller, signUpWithVideo, testApp } from '../../../test/test-app.ts'
import { hideVideo, showVideo } from '../../videos/publishing/hide-video.ts'
import { hideComments } from './hide-comments.ts'
import { COMMENTS_CHANGED, VIDEO_COUNTED } from '../../../signals/video-signals.ts'

const t = testApp()

async function clip(): Promise<{ id: string; owner: Caller }> {
  const { caller, videoId } = await signUpWithVideo(t)
  return { id: videoId, owner: caller }
}

async function post(caller: Caller, videoId: string, text = 'Lovely'): Promise<Comment> {
  const reply = await caller.post(`/api/videos/${videoId}/comments`, { text })
  expect(reply.statusCode).toBe(201)
  return reply.json<Comment>()
}

async function list(caller: Caller, videoId: string, query = ''): Promise<CommentPage> {
  return (await caller.get(`/api/videos/${videoId}/comments${query}`)).json<CommentPage>()
}

/**
 * Inserts rows without requests, for tests that need many. Several comments share each timestamp.
 * @returns Their ids, newest first.
 */
async function insertComments(videoId: string, count: number): Promise<string[]> {
  const { user } = await t.signUp()
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into comments (user_id, video_id, text, created_at)
      select ${user.id}::uuid, ${videoId}::uuid, 'Number ' || n, now() - (n / 3) * interval '1 second'
      from generate_series(1, ${count}::int) as n returning id, created_at
    ),
    counted as (
      update videos set comments_count = comments_count + ${count} where id = ${videoId}
    )
    select id from added order by created_at desc, id desc`.execute(t.db)
  t.deps.signals.emit(COMMENTS_CHANGED, videoId)
  return rows.map(({ id }) => id)
}

/** Waits until no other query is running on the database. */
async function signalsSent(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet++) {
    if ((await t.countQueries(() => sql`select 1`.execute(t.db))) > 1) quiet = 0
  }
}

test('posting returns the complete comment, and the next list begins with it', async () => {
  const { id } = await clip()
  const { user, caller } = await t.signUp()
  expect(await list(t.visitor, id)).toEqual({ comments: [], nextCursor: null })
  const first = await post(caller, id, '  The light!\nLook.  ')
  expect(first).toEqual({
    id: expect.any(String),
    userId: user.id,
    videoId: id,
    text: 'The light!\nLook.',
    likesCount: 0,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: first.createdAt,
    username: user.username,
    displayName: user.displayName,
    avatarUrl: null,
    isLiked: false,
  })
  const second = await post(caller, id, '"<script>alert(1)</script>" \u2028 🌊')
  for (const reader of [t.visitor, caller]) {
    expect(await list(reader, id)).toEqual({ comments: [second, first], nextCursor: null })
  }
  expect((await t.visitor.get(`/api/videos/${id}`)).json<Video>().commentsCount).toBe(2)
})

test('the ids in comment addresses are case-insensitive', async () => {
  const { id, owner } = await clip()
  await list(owner, id.toUpperCase())
  const first = await post(owner, id.toUpperCase())
  expect(first.videoId).toBe(id)
  for (const written of [id, id.toUpperCase()]) expect((await list(owner, written)).comments).toEqual([first])
})

test('hiding a video also hides its cached comments, even from an author who would delete one', async () => {
  const { id } = await clip()
  const { caller } = await t.signUp()
  const comment = await post(caller, id)
  for (const reader of [t.visitor, caller]) await list(reader, id)
  await hideVideo(t.deps, id, 'file')
  for (const reader of [t.visitor, caller]) {
    expect((await reader.get(`/api/videos/${id}/comments`)).statusCode).toBe(404)
  }
  expect((await caller.delete(`/api/comments/${comment.id}`)).statusCode).toBe(404)
  await showVideo(t.deps, id, 'file')
  expect((await list(t.visitor, id)).comments).toHaveLength(1)
})

test('a hidden comment looks like a missing one to a stranger who tries to delete it', async () => {
  const { id, owner } = await clip()
  const comment = await post(owner, id)
  await t.db.transaction().execute((tx) => hideComments(tx, [comment.id], 'moderation'))
  const { caller } = await t.signUp()
  const replies = await Promise.all([comment.id, id].map((each) => caller.delete(`/api/comments/${each}`)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  expect(replies[0]?.body).toBe(replies[1]?.body)
})

test('deleting a comment announces a new count only if the comment was visible', async () => {
  const { id, owner } = await clip()
  const [hidden, visible] = [await post(owner, id), await post(owner, id)]
  await t.db.transaction().execute((tx) => hideComments(tx, [hidden.id], 'moderation'))
  const counts: string[] = []
  onTestFinished(t.deps.signals.on(VIDEO_COUNTED, (payload) => counts.push(payload)))
  for (const comment of [hidden, visible]) {
    expect((await owner.delete(`/api/comments/${comment.id}`)).statusCode).toBe(204)
  }
  expect(counts).toEqual([`${id} - commentsCount 0`])
})

test('a changed name appears in comments at once', async () => {
  const { id } = await clip()
  const { user, caller } = await t.signUp()
  await post(caller, id)
  await list(t.visitor, id)
  await caller.put(`/api/users/${user.id}`, { displayName: 'Renamed' })
  expect((await list(t.visitor, id)).comments[0]?.displayName).toBe('Renamed')
})

test('paging neither repeats nor skips a comment while comments are added and deleted', async () => {
  const { id, owner } = await clip()
  const before = await insertComments(id, 40)
  const doomed = before.filter((_, i) => i % 5 === 4)
  const gone = new Set<string>()
  const seen: string[] = []
  for await (const page of readPages<CommentPage>(t.visitor, `/api/videos/${id}/comments?limit=4`)) {
    seen.push(...page.comments.map((comment) => comment.id))
    await post(owner, id)
    const next = doomed.pop()
    if (next === undefined) continue
    gone.add(next)
    expect((await owner.delete(`/api/comments/${next}`)).statusCode).toBe(204)
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter((comment) => !gone.has(comment))).toEqual(before.filter((comment) => !gone.has(comment)))
})

test('listing a hundred comments makes as many queries as listing one', async () => {
  const [one, hundred] = [(await clip()).id, (await clip()).id]
  await insertComments(one, 1)
  await insertComments(hundred, 100)
  const { caller } = await t.signUp()
  await signalsSent()
  // The limits differ, so the second reader gets no page that was cached for the first.
  for (const { reader, limit, queries } of [
    { reader: t.visitor, limit: 100, queries: 1 },
    { reader: caller, limit: 99, queries: 3 },
  ]) {
    for (const id of [one, hundred]) {
      expect(await t.countQueries(() => list(reader, id, `?limit=${limit}`))).toBe(queries)
    }
  }
})

test('concurrent posting and deleting by fifty users leaves an exact count', async () => {
  const { id, owner } = await clip()
  const writers = await t.signUpMany(50)
  await Promise.all(
    writers.map(async ({ caller }, i) => {
      const [first] = await Promise.all([post(caller, id), post(caller, id)])
      // The author and the owner delete concurrently, so one of them is too late.
      const replies = await Promise.all([caller, owner].map((who) => who.delete(`/api/comments/${first.id}`)))
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404])
      if (i % 2 === 0) await list(caller, id)
    }),
  )
  expect(await t.row('videos', id)).toMatchObject({ commentsCount: 50 })
  expect((await list(t.visitor, id, '?limit=100')).comments).toHaveLength(50)
})
