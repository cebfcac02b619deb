import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Batch } from '../../../../contract/moderation/batches.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { insertVideos, jobOf, testApp } from '../../../test/test-app.ts'
import { findWrongEnforcement } from '../../site/doctor/enforcement.ts'
import { decision } from '../decisions/people.fixture.ts'
import { findAlteredLines } from '../public-log/find-altered-lines.ts'
import { decideBatch } from './decide-batch.jobs.ts'

const EMAIL_DOMAINS = 40
const LINK_DOMAINS = 15

const t = testApp({ rateLimits: true })

/** Inserts accounts with their comments, one after another on the given clips. */
async function insertWave(videoIds: string[], { accounts, comments }: { accounts: number; comments: number }) {
  await sql`
    insert into users (user_number, email, password_hash, username, display_name)
    select 1000 + i, 'spam' || i || '@mail' || i % ${EMAIL_DOMAINS}::int || '.example', 'none', 'spam' || i, 'Spam'
    from generate_series(1, ${accounts}::int) as i`.execute(t.db)
  await sql`
    insert into comments (video_id, user_id, text)
    select (${videoIds}::uuid[])[1 + i % ${videoIds.length}::int], users.id,
      'Look at shop' || i % ${LINK_DOMAINS}::int || '.example, number ' || i
    from generate_series(1, ${comments}::int) as i
      join users on users.username = 'spam' || 1 + i % ${accounts}::int`.execute(t.db)
  await sql`
    update videos set comments_count = (select count(*) from comments where video_id = videos.id)`.execute(t.db)
}

const shownComments = async () => (await t.rows('comments', { isHidden: false })).length

const run = (batchId: string) => decideBatch(t.deps, jobOf({ batchId }))

const size = sizeOf({ quick: { accounts: 60, comments: 400 }, deep: { accounts: 300, comments: 2_000 } })

test(`one moderator hides ${size.accounts} accounts with ${size.comments} comments, and an admin restores them`, async () => {
  const [moderator, admin] = [await t.signUp({ role: 'moderator' }), await t.signUp({ role: 'admin' })]
  const honest = await t.signUp()
  const videoIds = await insertVideos(t, honest.user.id, 5)
  await honest.caller.post(`/api/videos/${videoIds[0]}/comments`, { text: 'The light is beautiful' })
  await insertWave(videoIds, size)
  expect(await shownComments()).toBe(size.comments + 1)

  const selected = new Set<string>()
  for (let i = 0; i < LINK_DOMAINS; i++) {
    const reply = await moderator.caller.get(`/api/people/ids?comment=shop${i}.example`)
    for (const id of reply.json<{ ids: string[] }>().ids) selected.add(id)
  }
  expect(selected.size).toBe(size.accounts)
  const id = randomUUID()
  const body = { ...decision('suspend'), kind: 'account', subjectIds: [...selected] }
  expect((await moderator.caller.put(`/api/batches/${id}`, body)).statusCode).toBe(200)
  await run(id)
  expect(await shownComments()).toBe(1)
  expect((await admin.caller.get('/api/batches')).json()).toMatchObject({
    batches: [{ decided: size.accounts, waiting: 0, skipped: [], isRunning: false }],
  })
  expect(await findWrongEnforcement(t.db)).toEqual([])
  expect(await findAlteredLines(t.db)).toEqual([])

  const undone = await admin.caller.post(`/api/batches/${id}/undo`, { answer: 'A mistake. Sorry.' })
  expect(undone.json<Batch>()).toMatchObject({ isRunning: true })
  await run(id)
  expect(await shownComments()).toBe(size.comments + 1)
  expect(await findWrongEnforcement(t.db)).toEqual([])
  expect(await findAlteredLines(t.db)).toEqual([])
})
