import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Overview } from '../../../../contract/site/overview.ts'
import { testMailSite } from './mail-site.fixture.ts'
import { workOnEmails } from './send-email.jobs.ts'

const { server, t } = testMailSite()
beforeAll(() => workOnEmails(t.deps))

interface Job {
  state: string
  tries: number
  /** Seconds until the next try. */
  pauseSeconds: number
}

async function jobOf(userId: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    select state, retry_count as tries, extract(epoch from start_after - started_on)::float as pause_seconds
    from pgboss.job where name = 'send-letter' and data->>'userId' = ${userId}`.execute(t.db)
  return rows[0]
}

/** Skips the pause before the next try of a user's e-mail. E-mails to others keep theirs, so they cannot fail for good. */
const skipPause = (userId: string) =>
  sql`update pgboss.job set start_after = now() where state = 'retry' and data->>'userId' = ${userId}`.execute(t.db)

const messages = async () => {
  const admin = await t.signUp({ role: 'admin' })
  return (await admin.caller.get('/api/overview')).json<Overview>().letters
}

test('e-mails are sent once the mail server is back, and calls succeed meanwhile', async () => {
  await server.goAway()
  const { user } = await t.signUp()
  await expect.poll(async () => (await jobOf(user.id))?.state).toBe('retry')
  expect(await messages()).toMatchObject({ lastWords: expect.stringContaining('ould not reach the mail server') })
  await server.comeBack()
  await skipPause(user.id)
  expect((await server.emailTo(user.email)).subject).toBe('Confirm your address')
})

test('the worker gives up an e-mail after ten attempts over about a day', async () => {
  onTestFinished(() => void server.refuseWith(undefined))
  const words = 'No room for anybody'
  server.refuseWith({ code: 452, words })
  const { user } = await t.signUp()
  server.refuseWith({ code: 452, words: `${words}, not for ${user.email}` })
  let pauses = 0
  for (let tries = 0; tries < 9; tries++) {
    await expect.poll(() => jobOf(user.id)).toMatchObject({ state: 'retry', tries })
    pauses += (await jobOf(user.id))!.pauseSeconds
    await skipPause(user.id)
  }
  await expect.poll(() => jobOf(user.id)).toMatchObject({ state: 'failed', tries: 9 })
  expect(pauses / 3_600).toBeGreaterThan(17)
  expect(pauses / 3_600).toBeLessThan(35)
  const seen = await messages()
  expect(seen).toMatchObject({ failed: 1, lastWords: expect.stringContaining(words) })
  expect(seen?.lastWords).not.toContain('@')
})

test('a resent e-mail keeps its message id', async () => {
  const { user } = await t.signUp()
  const first = await server.emailTo(user.email)
  await expect.poll(async () => (await jobOf(user.id))?.state).toBe('completed')
  // Simulates a process that died between delivering the e-mail and recording it.
  const again = sql`
    update pgboss.job set id = ${randomUUID()}, state = 'retry', start_after = now(), completed_on = null
    where name = 'send-letter' and data->>'userId' = ${user.id}`
  await again.execute(t.db)
  expect((await server.emailTo(user.email)).messageId).toBe(first.messageId)
})
