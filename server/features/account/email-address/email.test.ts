import { randomUUID } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Account } from '../../../../contract/account/account.ts'
import { givePasskey } from '../../../test/clients/authenticator.ts'
import { isSignedIn, signInOn } from '../../../test/clients/devices.ts'
import { faultsOf, operations } from '../../../test/clients/contract-calls.ts'
import { tokenIn, type Received } from '../../../test/servers/mail-server.ts'
import type { Caller, Person } from '../../../test/test-app.ts'
import { testMailSite } from '../email/mail-site.fixture.ts'
import { workOnEmails } from '../email/send-email.jobs.ts'

const { server, t } = testMailSite()
beforeAll(() => workOnEmails(t.deps))

const newAddress = () => `${randomUUID()}@example.org`
const account = async ({ caller }: Person) => (await caller.get('/api/account')).json<Account>()
const emailOf = async ({ user }: Person) => {
  const row = await t.row('users', user.id)
  return row.email
}
const use = (message: Received, by: Caller = t.visitor) => by.post('/api/email-tokens', { token: tokenIn(message) })

/** A new account whose welcome e-mail has arrived. */
async function signUp(): Promise<Person & { welcome: Received }> {
  const person = await t.signUp()
  return { ...person, welcome: await server.emailTo(person.user.email) }
}

async function signUpProven(): Promise<Person> {
  const person = await signUp()
  expect((await use(person.welcome, person.caller)).json()).toEqual({ outcome: 'verified' })
  return person
}

test('the button behind the welcome e-mail’s link verifies the address once', async () => {
  const person = await signUp()
  for (let i = 0; i < 10; i++) await t.visitor.get(`/auth/email#verify.${tokenIn(person.welcome)}`)
  expect((await account(person)).emailVerifiedAt).toBeNull()
  const replies = await Promise.all(Array.from({ length: 20 }, () => use(person.welcome, person.caller)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array<number>(19).fill(404)])
  expect((await account(person)).emailVerifiedAt).not.toBeNull()
})

test('the first verification removes passkeys and recovery codes and ends other sessions', async () => {
  const person = await signUp()
  const other = await signInOn(t, person.user.email)
  await givePasskey(t.db, person.user.id)
  await t.insert('recoveryCodes', { hash: Buffer.from('a code'), userId: person.user.id })
  await use(person.welcome, person.caller)
  expect([await isSignedIn(person.caller), await isSignedIn(other)]).toEqual([true, false])
  expect(await account(person)).toMatchObject({ passkeysCount: 0, recoveryCodesLeft: 0 })
})

test('verifying in another browser ends the session of the stranger who registered', async () => {
  const thief = await signUp()
  await use(thief.welcome)
  expect(await isSignedIn(thief.caller)).toBe(false)
})

test('a newer verification e-mail revokes the earlier link', async () => {
  const person = await signUp()
  const requestAnother = async () => {
    expect((await person.caller.post('/api/account/email/verify')).statusCode).toBe(202)
    return server.emailTo(person.user.email)
  }
  const [earlier, newest] = [await requestAnother(), await requestAnother()]
  for (const revoked of [person.welcome, earlier]) expect((await use(revoked)).statusCode).toBe(404)
  expect((await use(newest, person.caller)).statusCode).toBe(200)
  const before = server.messages.length
  await person.caller.post('/api/account/email/verify')
  const next = await signUp()
  expect(server.messages.slice(before).map(({ envelopeTo }) => envelopeTo)).toEqual([[next.user.email]])
})

test('opening the link changes the address, and both addresses are notified', async () => {
  const person = await signUpProven()
  const email = newAddress()
  expect((await person.caller.put('/api/account/email', { email: email.toUpperCase() })).statusCode).toBe(204)
  expect(await account(person)).toMatchObject({ pendingEmail: email })
  expect(await emailOf(person)).toBe(person.user.email)
  expect((await use(await server.emailTo(email))).json()).toEqual({ outcome: 'changed' })
  expect(await emailOf(person)).toBe(email)
  expect(await account(person)).toMatchObject({ pendingEmail: null, emailVerifiedAt: expect.any(String) })
  expect((await server.emailTo(email)).subject).toBe('Your email address was changed')
  expect((await server.emailTo(person.user.email)).subject).toBe('The email address of your account was changed')
})

test('the reply does not reveal that a requested address belongs to another account', async () => {
  const [person, owner] = [await signUpProven(), await signUpProven()]
  const free = await person.caller.put('/api/account/email', { email: newAddress() })
  const taken = await person.caller.put('/api/account/email', { email: owner.user.email })
  expect([taken.statusCode, taken.body, Object.keys(taken.headers)]).toEqual([
    204,
    free.body,
    Object.keys(free.headers),
  ])
  const message = await server.emailTo(owner.user.email)
  expect(message.subject).toBe('Your email address is already in use')
  expect(message.text).not.toContain(person.user.email)
  expect(() => tokenIn(message)).toThrow('No link')
  expect(await account(person)).toMatchObject({ pendingEmail: owner.user.email })
})

test('the first of two accounts to open its link gets the address', async () => {
  const [first, second] = [await signUpProven(), await signUpProven()]
  const [email, other] = [newAddress(), newAddress()]
  for (const { caller } of [first, second]) await caller.put('/api/account/email', { email })
  const messages = [await server.emailTo(email), await server.emailTo(email)]
  const answers = await Promise.all(messages.map((message) => use(message)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const later = await signUpProven()
  await later.caller.put('/api/account/email', { email: other })
  const former = await server.emailTo(other)
  const [bystander, moved] = [await signUpProven(), newAddress()]
  await bystander.caller.put('/api/account/email', { email: moved })
  const valid = await server.emailTo(moved)
  await later.caller.put('/api/account/email', { email: later.user.email })
  expect((await use(former)).statusCode).toBe(404)
  expect(await account(later)).toMatchObject({ pendingEmail: null })
  expect((await use(valid)).statusCode).toBe(200)
})

test('an unverified former address receives an e-mail without an undo link', async () => {
  const person = await signUp()
  const email = newAddress()
  await person.caller.put('/api/account/email', { email })
  await use(await server.emailTo(email), person.caller)
  const message = await server.emailTo(person.user.email)
  expect(message.subject).toBe('An account no longer uses your address')
  expect(() => tokenIn(message)).toThrow('No link')
})

test('if verification is required, a new account must verify before commenting and publishing', async () => {
  const [old, admin] = [await t.signUp(), await t.signUp({ role: 'admin' })]
  await admin.caller.patch('/api/site-settings', { verifiedOnly: true })
  onTestFinished(async () => void (await admin.caller.patch('/api/site-settings', { verifiedOnly: false })))
  const person = await signUp()
  const publish = ({ caller }: Person) => caller.post('/api/videos', { title: 'x', toolUsed: 'other', videoUrl: '/x' })
  const comment = ({ caller }: Person) => caller.post(`/api/videos/${randomUUID()}/comments`, { text: 'x' })
  const mustConfirm = async ({ caller }: Person) =>
    (await caller.get('/api/account')).json<{ mustConfirmEmail: boolean }>().mustConfirmEmail
  expect([await mustConfirm(person), await mustConfirm(old), await mustConfirm(admin)]).toEqual([true, false, false])
  const acts = [
    [publish, operations.createVideo],
    [comment, operations.createComment],
  ] as const
  for (const [act, operation] of acts) {
    const refusal = await act(person)
    expect(refusal.json()).toMatchObject({ code: 'EMAIL_UNVERIFIED' })
    expect(faultsOf(operation, refusal)).toEqual([])
    expect((await act(old)).json()).not.toMatchObject({ code: 'EMAIL_UNVERIFIED' })
  }
  await use(person.welcome, person.caller)
  expect(await mustConfirm(person)).toBe(false)
  for (const [act] of acts) expect((await act(person)).json()).not.toMatchObject({ code: 'EMAIL_UNVERIFIED' })
  await admin.caller.patch('/api/site-settings', { verifiedOnly: false })
  expect(await mustConfirm(await signUp())).toBe(false)
})
