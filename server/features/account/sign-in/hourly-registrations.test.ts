import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp, testPerson } from '../../../test/test-app.ts'

const t = testApp({ rateLimits: true })
const admin = testPerson(t, { role: 'admin' })
beforeEach(() => letPass('1 hour'))

/** Makes all accounts older. */
const letPass = (time: string) => t.change('users', {}, { createdAt: sql<string>`created_at - ${time}::interval` })

const allow = (registrationsPerHour: number) => admin.caller.patch('/api/site-settings', { registrationsPerHour })

let networks = 0
/** Registers from another network each time. */
function register({ email = `${randomUUID()}@example.org`, invitation }: Registration = {}) {
  const number = networks++
  const address = `198.51.${Math.floor(number / 250)}.${number % 250}`
  const payload = { email, password: 'secret1', invitation }
  return t.app.inject({ method: 'POST', url: '/api/register', headers: { 'x-forwarded-for': address }, payload })
}

interface Registration {
  email?: string
  invitation?: string | undefined
}

test('concurrent registrations from many networks respect the hourly limit', async () => {
  await allow(3)
  const replies = await Promise.all(Array.from({ length: 20 }, () => register()))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
  const refused = replies.filter(({ statusCode }) => statusCode !== 201)
  const message = 'Many people are signing up right now. Try again in 60 minutes.'
  for (const { statusCode, headers, body } of refused) {
    expect([statusCode, JSON.parse(body)]).toEqual([429, { code: 'RATE_LIMITED', error: message, message }])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600)
  }
})

test('the next account can be created once the oldest counted registration is an hour old', async () => {
  await allow(2)
  expect((await register()).statusCode).toBe(201)
  await letPass('50 minutes')
  expect((await register()).statusCode).toBe(201)
  const refused = await register()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600'])
  expect(refused.json()).toMatchObject({ message: 'Many people are signing up right now. Try again in 10 minutes.' })
  await letPass('10 minutes')
  expect((await register()).statusCode).toBe(201)
  expect((await register()).statusCode).toBe(429)
})

test('the limit of registrations does not apply to invited people', async () => {
  await allow(2)
  const created = await admin.caller.post('/api/invitations', { maxUses: 5, days: 1 })
  const invitation = new URL(created.json<{ link: string }>().link).hash.slice(1)
  for (let i = 0; i < 3; i++) expect((await register({ invitation })).statusCode).toBe(201)
  for (let i = 0; i < 2; i++) expect((await register()).statusCode).toBe(201)
  expect((await register()).statusCode).toBe(429)
  expect((await register({ invitation })).statusCode).toBe(201)
})

test('failed registrations do not use up the limit of the site', async () => {
  await allow(1)
  await admin.caller.patch('/api/site-settings', { blockedEmailDomains: ['spam.example'] })
  for (let i = 0; i < 5; i++) {
    expect((await register({ email: `a${i}@spam.example` })).statusCode).toBe(403)
    expect((await register({ email: 'not an address' })).statusCode).toBe(400)
  }
  expect((await register()).statusCode).toBe(201)
})
