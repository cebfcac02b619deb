import { sql } from 'kysely'
import type { Comment, CommentPage } from '../../../../contract/social/comments.ts'
import { type Caller, insertVideos, type Person, type TestApp } from '../../../test/test-app.ts'

/** Signs up an established user, with three clips that have been public for a day. */
export async function signUpEstablished(t: TestApp): Promise<Person> {
  const person = await t.signUp()
  await makeOlder(t, person, 4)
  await insertVideos(t, person.user.id, 3)
  await sql`update videos set created_at = created_at - interval '2 days'
    where user_id = ${person.user.id}`.execute(t.db)
  return person
}

export async function makeOlder(t: TestApp, { user }: Person, days: number): Promise<void> {
  await sql`update users set created_at = created_at - ${days}::int * interval '1 day'
    where id = ${user.id}`.execute(t.db)
}

/** Creates a clip of an established user. */
export async function clip(t: TestApp): Promise<{ id: string; owner: Person }> {
  const owner = await signUpEstablished(t)
  const [id = ''] = await insertVideos(t, owner.user.id, 1)
  return { id, owner }
}

/** Posts a comment. @throws If the server refuses it. */
export async function comment({ caller }: Person, videoId: string, text: string): Promise<Comment> {
  const reply = await caller.post(`/api/videos/${videoId}/comments`, { text })
  if (reply.statusCode !== 201) throw new Error(`Not posted: ${reply.body}`)
  return reply.json<Comment>()
}

export async function listTexts(caller: Caller, videoId: string): Promise<string[]> {
  const page = (await caller.get(`/api/videos/${videoId}/comments?limit=100`)).json<CommentPage>()
  return page.comments.map(({ text }) => text)
}
