import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { defaultSettings } from '../../../../contract/site/default-settings.ts'
import { SiteSettings } from '../../../../contract/site/settings.ts'
import { callerWith } from '../../../test/clients/devices.ts'
import { refusalOf, testApp, testPerson } from '../../../test/test-app.ts'

const t = testApp()
const admin = testPerson(t, { role: 'admin' })
beforeEach(() => t.db.deleteFrom('siteSettings').execute())

const change = (settings: object) => admin.caller.patch('/api/site-settings', settings)
const register = () =>
  t.visitor.post('/api/register', { email: `${crypto.randomUUID()}@example.org`, password: 'secret1' })

test('unset and unknown site settings return their defaults', async () => {
  expect((await admin.caller.get('/api/site-settings')).json()).toEqual(defaultSettings)
  await t.insert('siteSettings', { key: 'registration', value: '"by-lot"' })
  await t.insert('siteSettings', { key: 'weather', value: '"fine"' })
  expect((await admin.caller.get('/api/site-settings')).json()).toEqual(defaultSettings)
})

test('an update changes only the sent settings and normalises texts', async () => {
  await change({ heldWords: [' Casino ', 'casino', '', 'bet365'], contact: ' us@example.org ' })
  const { heldWords, contact, holds } = (await change({ holds: false })).json<SiteSettings>()
  expect({ heldWords, contact, holds }).toEqual({
    heldWords: ['casino', 'bet365'],
    contact: 'us@example.org',
    holds: false,
  })
  expect((await t.visitor.get('/api/site')).json()).toEqual({
    registration: 'open',
    contact: 'us@example.org',
    hasMail: false,
    ownRules: [],
  })
  expect((await change({ contact: ' ' })).json<SiteSettings>().contact).toBeNull()
})

test('changed settings are logged and unchanged ones are not', async () => {
  const before = await t.rows('staffLog')
  await change({ registration: 'approval', holds: true, contact: 'somewhere' })
  await change({ registration: 'approval' })
  const log = await t.rows('staffLog', {}, 'id')
  expect(log.slice(before.length).map(({ act, subject }) => ({ act, subject }))).toEqual([
    { act: 'change-settings', subject: { setting: 'registration', from: 'open', to: 'approval' } },
    { act: 'change-settings', subject: { setting: 'contact' } },
  ])
})

test.each<[string, object, string]>([
  ['a word that is too long', { heldWords: ['x'.repeat(51)] }, 'Please use at most 50 characters for a word'],
  ['too many words', { heldWords: Array.from({ length: 501 }, (_, i) => `w${i}`) }, 'Please use at most 500 words'],
  ['a contact that is too long', { contact: 'x'.repeat(501) }, 'Please use at most 500 characters for the contact'],
  ['no new account per hour', { registrationsPerHour: 0 }, 'Please enter a number of accounts from 1 to 10,000'],
  ['an unknown kind of registration', { registration: 'never' }, 'Please choose who can join'],
  [
    'a webhook that is no address',
    { alertWebhook: 'hooks.example.org' },
    'Please enter an address that starts with https://',
  ],
  [
    'a webhook on this machine',
    { alertWebhook: 'http://localhost:3001/alerts' },
    'The receiver is in a private network. WEBHOOK_PRIVATE=on allows that.',
  ],
  ['an alert of an unknown kind', { alerts: ['weather'] }, 'Please choose when to alert staff'],
  ['a backup every zero days', { backupDays: 0 }, 'Please enter a number of days from 1 to 365'],
  ['an unknown setting', { colour: 'red' }, 'Unknown field: colour'],
])('%s is refused with a message, and nothing changes', async (_what, settings, message) => {
  const reply = await change({ ...settings, holds: false })
  expect(refusalOf(reply)).toEqual([400, message])
  expect(await t.rows('siteSettings')).toEqual([])
})

test('a closed site rejects registrations and still lets its users sign in', async () => {
  const email = 'early@example.org'
  expect((await t.visitor.post('/api/register', { email, password: 'secret1' })).statusCode).toBe(201)
  await change({ registration: 'closed' })
  const closed = await register()
  expect([closed.statusCode, closed.json()]).toEqual([
    403,
    expect.objectContaining({
      code: 'REGISTRATION_CLOSED',
      message: 'This site isn’t accepting new accounts right now.',
    }),
  ])
  expect((await t.visitor.post('/api/login', { email, password: 'secret1' })).statusCode).toBe(200)
  await change({ registration: 'open' })
  expect((await register()).json()).toMatchObject({ standing: 'active' })
})

test('with registration approval, a new account can read but not publish', async () => {
  await change({ registration: 'approval' })
  const registered = await register()
  expect([registered.statusCode, registered.json()]).toEqual([201, expect.objectContaining({ standing: 'waiting' })])
  const caller = callerWith(t, registered)
  expect((await caller.get('/api/videos')).statusCode).toBe(200)
  expect((await caller.post('/api/objects/upload')).json()).toMatchObject({ code: 'ACCOUNT_WAITING' })
})

test('every setting has a control in the web app', () => {
  const folder = 'web/features/site/admin/settings'
  const files = readdirSync(folder).filter((name) => /(-tab|-fields)\.tsx$/.test(name))
  const source = files.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('')
  expect(Object.keys(SiteSettings.shape).filter((name) => !source.includes(`field('${name}')`))).toEqual([])
})
