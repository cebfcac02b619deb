import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seeded } from '../../../test/media/mutations.ts'
import { testMailSite } from './mail-site.fixture.ts'
import { workOnEmails } from './send-email.jobs.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { startFixture } from '../../../test/start-fixture.ts'

/**
 * Maximum delay before a kill, in milliseconds. An e-mail takes some 200 ms. Most of it is the mail server's wait
 * before its greeting.
 */
const DELAY_MAX_MS = 500
const EMAILS_PER_KILL = 4

const { server, t } = testMailSite()

const count = sizeOf({ quick: 2, deep: 20 })

test(`a server killed at ${count} moments loses no e-mail and keeps message ids`, async () => {
  const random = seeded(3)
  const people: string[] = []
  for (let kills = 0; kills < count; kills++) {
    for (let i = 0; i < EMAILS_PER_KILL; i++) people.push((await t.signUp()).user.email)
    await sendAndDie(random(DELAY_MAX_MS))
  }
  await workOnEmails(t.deps)
  await expect.poll(unsent, { timeout: 120_000, interval: 100 }).toBe(0)
  const idsOf = new Map<string, Set<string>>(people.map((email) => [email, new Set()]))
  for (const { envelopeTo, messageId = '' } of server.messages) idsOf.get(envelopeTo[0]!)!.add(messageId)
  expect([...idsOf.values()].filter(({ size }) => size !== 1)).toEqual([])
})

async function sendAndDie(afterMs: number): Promise<void> {
  const { kill } = await startFixture(import.meta.dirname, 'email-worker.fixture.ts', t.databaseUrl, server.mail.url)
  // The worker may be at any point of its work.
  await delay(afterMs)
  await kill()
  // Simulates the time after which a worker without a heartbeat counts as dead.
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(t.db)
}

/** Skips the pauses between tries, and returns the number of unsent e-mails. */
async function unsent(): Promise<number> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(t.db)
  return (await t.jobs('send-letter')).filter(({ state }) => state !== 'completed').length
}
