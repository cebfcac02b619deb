import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Comment } from '../../../../contract/social/comments.ts'
import { connectPatiently } from '../../../test/connect-patiently.ts'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { queueUp } from '../../../test/database/queue-up.ts'
import { type Caller, signUpWithVideo, testApp } from '../../../test/test-app.ts'

const t = testApp()

interface Written {
  id: string
  videoId: string
  owner: Caller
  writer: Caller
}

async function comment(): Promise<Written> {
  const [{ caller: owner, videoId }, { caller: writer }] = [await signUpWithVideo(t), await t.signUp()]
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

test.each([
  [
    'written',
    'videos',
    ({ videoId, writer }: Written) => writer.post(`/api/videos/${videoId}/comments`, { text: 'Too late' }),
  ],
  ['deleted', 'videos', ({ id, writer }: Written) => writer.delete(`/api/comments/${id}`)],
  ['liked', 'comments', ({ id, owner }: Written) => owner.post(`/api/comments/${id}/like`)],
  ['unliked', 'comments', ({ id, writer }: Written) => writer.delete(`/api/comments/${id}/like`)],
] as const)('a comment that is %s while its video is deleted is a 404', async (_, locked, send) => {
  const written = await comment()
  const { id, videoId, owner, writer } = written
  await writer.post(`/api/comments/${id}/like`)
  const statuses = await queueUp(
    t,
    locked,
    locked === 'videos' ? videoId : id,
    () => owner.delete(`/api/videos/${videoId}`),
    () => send(written),
  )
  expect(statuses).toEqual([204, 404])
})

test('comments on a clip do not deadlock while it is reported', async () => {
  const { videoId, owner, writer } = await comment()
  await writer.post(`/api/videos/${videoId}/report`)
  // A rollback does not undo `nextval`, so it counts the comments that a deadlock has cancelled, too.
  await sql`create sequence attempts`.execute(t.db)
  await sql`
    create function count_attempt() returns trigger language plpgsql as $$
    begin perform nextval('attempts'); return new; end $$`.execute(t.db)
  await sql`create trigger count_attempt before insert on comments for each row execute function count_attempt()`.execute(
    t.db,
  )
  await using others = connectPatiently(t.databaseUrl)
  const post = () => writer.post(`/api/videos/${videoId}/comments`, { text: 'Lovely' })
  const replies = await others.transaction().execute(async (tx) => {
    // The report waits for its case, and the comments wait for this change of the clip.
    await sql`select from cases where video_id = ${videoId} for update`.execute(tx)
    return others.transaction().execute(async (edit) => {
      await sql`update videos set title = 'Changed' where id = ${videoId}`.execute(edit)
      const sent: ReturnType<typeof post>[] = []
      for (const send of [() => owner.post(`/api/videos/${videoId}/report`), post, post]) {
        sent.push(send())
        await expect.poll(() => waitingForLocks(others)).toBe(sent.length)
      }
      return sent
    })
  })
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect((await sql`select last_value from attempts`.execute(t.db)).rows).toEqual([{ lastValue: 2 }])
})
