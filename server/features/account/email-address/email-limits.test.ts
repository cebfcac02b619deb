import { expect, test } from 'vitest'
import { appOfTest, type TestApp } from '../../../test/test-app.ts'

/** No job runs, so no e-mail is sent. */
const mail = { url: 'smtp://127.0.0.1:9', from: 'site@example.org' }

const start = () => appOfTest({ rateLimits: true, mail })

const queued = async (t: TestApp, kind: string) => (await t.jobs('send-letter', { kind })).length

test('at most three verification e-mails per hour follow the welcome e-mail', async () => {
  const t = await start()
  const { caller } = await t.signUp()
  for (let i = 0; i < 6; i++) expect((await caller.post('/api/account/email/verify')).statusCode).toBe(202)
  expect(await queued(t, 'verify')).toBe(1 + 3)
})

test('an address receives at most three change e-mails per hour from all accounts together', async () => {
  const t = await start()
  const people = [await t.signUp(), await t.signUp()]
  const want = ({ caller }: (typeof people)[0], email: string) => caller.put('/api/account/email', { email })
  for (const person of people) {
    for (let i = 0; i < 2; i++) expect((await want(person, 'wanted@example.org')).statusCode).toBe(204)
  }
  expect(await queued(t, 'change-email')).toBe(3)
  for (let i = 0; i < 8; i++) expect((await want(people[0]!, `other${i}@example.org`)).statusCode).toBe(204)
  expect((await want(people[0]!, 'one-more@example.org')).json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(await queued(t, 'change-email')).toBe(3 + 8)
})
