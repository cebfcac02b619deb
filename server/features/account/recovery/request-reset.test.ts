import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sizeOf } from '../../../test/run-size.ts'
import { testApp } from '../../../test/test-app.ts'
import { visible } from './recovery.fixture.ts'

// No job runs, so no e-mail is sent.
const mail = { url: 'smtp://127.0.0.1:9', from: 'site@example.org' }
const t = testApp({ rateLimits: true, mail })
beforeEach(async () => {
  await t.db.deleteFrom('rateLimits').execute()
  await sql`delete from pgboss.job`.execute(t.db)
})

const ask = (email: string, remoteAddress = '203.0.113.1') =>
  t.visitor.inject({ method: 'POST', url: '/api/password-resets', payload: { email }, remoteAddress })

async function queued(): Promise<string[]> {
  const jobs = await t.jobs('send-letter', { kind: 'password-reset' })
  return jobs.map(({ data }) => data.email!)
}

const size = sizeOf({ quick: { requests: 90, networks: 1 }, deep: { requests: 300, networks: 3 } })

test.each([true, false])(
  'requests for known and unknown addresses get the same reply (mail server: %s)',
  async (hasMail) => {
    t.deps.config.mail = hasMail ? mail : undefined
    onTestFinished(() => void (t.deps.config.mail = mail))
    const known = await t.signUpMany(10)
    const replies = new Set<string>()
    for (let i = 0; i < size.requests; i++) {
      const email = i % 2 ? known[i % known.length]!.user.email : `nobody${i % known.length}@example.org`
      replies.add(JSON.stringify(visible(await ask(email, `203.0.113.${i % size.networks}`))))
    }
    expect(replies.size).toBe(1)
    expect([...replies].map((reply) => JSON.parse(reply) as unknown)).toMatchObject([{ statusCode: 202, body: '' }])
  },
)

test('an address receives at most three reset e-mails per hour', async () => {
  const { user } = await t.signUp()
  for (let i = 0; i < 6; i++) await ask(i % 2 ? user.email : user.email.toUpperCase(), `198.51.100.${i}`)
  expect(await queued()).toEqual([user.email, user.email, user.email])
  for (let i = 0; i < 70; i++) await ask(`person${i}@example.org`)
  expect(await queued()).toHaveLength(3 + 60)
  await ask('another@example.org', '198.51.100.1')
  expect(await queued()).toContain('another@example.org')
})

test('requests beyond the limit of a network do not use up the limit of an account', async () => {
  const { user } = await t.signUp()
  for (let i = 0; i < 60; i++) await ask(`person${i}@example.org`)
  for (let i = 0; i < 3; i++) await ask(user.email)
  expect(await queued()).not.toContain(user.email)
  await ask(user.email, '198.51.100.1')
  expect(await queued()).toContain(user.email)
})

test('a reset request causes the same work for unknown and known addresses', async () => {
  const { user } = await t.signUp()
  await ask('warm@example.org')
  const forKnown = await t.countQueries(() => ask(user.email))
  const forUnknown = await t.countQueries(() => ask('nobody@example.org'))
  expect(forKnown).toBe(forUnknown)
  expect(await queued()).toContain('nobody@example.org')
})
