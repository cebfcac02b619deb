import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../../contract/account/account.ts'
import { startMailServer, tokenIn, type Received, type TestMailServer } from '../../../test/servers/mail-server.ts'
import { callerOf, startTestApp, type Caller, type TestApp, type Person } from '../../../test/test-app.ts'
import { workOnEmails } from '../email/send-email.jobs.ts'

let server: TestMailServer
let t: TestApp
beforeAll(async () => {
  server = await startMailServer()
  t = await startTestApp({ mail: server.mail })
  await workOnEmails(t.deps)
})
afterAll(async () => {
  await t.stop()
  await server.goAway()
})

const PASSWORD = 'secret1'
const newAddress = () => `${randomUUID()}@example.org`
const account = async ({ caller }: Person) => (await caller.get('/api/account')).json<Account>()
const emailOf = async ({ user }: Person) => {
  const row = await t.db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirstOrThrow()
  return row.email
}
const isSignedIn = async (caller: Caller) => (await caller.get('/api/user')).statusCode === 200
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

async function signInAgain({ user }: Person, password = PASSWORD): Promise<Caller | undefined> {
  const reply = await t.visitor.post('/api/login', { email: user.email, password })
  const [cookie] = reply.cookies
  return cookie && callerOf(t.app, { [cookie.name]: cookie.value })
}

async function addPasskey({ user }: Person, credentialId: string = randomUUID(), daysAgo = 0): Promise<void> {
  const key = { publicKey: Buffer.from('key'), counter: 0, rpId: 'reverie.test', name: 'Phone' }
  await t.db
    .insertInto('passkeys')
    .values({ credentialId, userId: user.id, createdAt: sql`now() - make_interval(days => ${daysAgo})`, ...key })
    .execute()
}

async function addCode({ user }: Person): Promise<void> {
  await t.db
    .insertInto('recoveryCodes')
    .values({ hash: Buffer.from(randomUUID()), userId: user.id })
    .execute()
}

test('the link of the welcome e-mail verifies the address once, when the button on its page is pressed', async () => {
  const person = await signUp()
  for (let i = 0; i < 10; i++) await t.visitor.get(`/auth/email#verify.${tokenIn(person.welcome)}`)
  expect((await account(person)).emailVerifiedAt).toBeNull()
  const replies = await Promise.all(Array.from({ length: 20 }, () => use(person.welcome, person.caller)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array<number>(19).fill(404)])
  expect((await account(person)).emailVerifiedAt).not.toBeNull()
})

test('the first verification removes passkeys and recovery codes and ends every session, except the one that opened the link', async () => {
  const person = await signUp()
  const other = (await signInAgain(person))!
  await addPasskey(person)
  await addCode(person)
  await use(person.welcome, person.caller)
  expect([await isSignedIn(person.caller), await isSignedIn(other)]).toEqual([true, false])
  expect(await account(person)).toMatchObject({ passkeysCount: 0, recoveryCodesLeft: 0 })
})

test('opening a verification link in another browser ends the session of a stranger who registered the address', async () => {
  const thief = await signUp()
  await use(thief.welcome)
  expect(await isSignedIn(thief.caller)).toBe(false)
})

test('a newer verification e-mail revokes the earlier link, and no verification e-mail is sent to a verified address', async () => {
  const person = await signUp()
  for (let i = 0; i < 2; i++) {
    expect((await person.caller.post('/api/account/email/verify')).statusCode).toBe(202)
  }
  const [, newest] = [await server.emailTo(person.user.email), await server.emailTo(person.user.email)]
  expect((await use(person.welcome)).statusCode).toBe(404)
  expect((await use(newest, person.caller)).statusCode).toBe(200)
  const before = server.messages.length
  await person.caller.post('/api/account/email/verify')
  const next = await signUp()
  expect(server.messages.slice(before).map(({ envelopeTo }) => envelopeTo)).toEqual([[next.user.email]])
})

test('an e-mail address changes when the link is opened, and the old and the new address are notified', async () => {
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

test('requesting another account’s address sends an e-mail to that address, and the reply is the same as for a free address', async () => {
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

test('the first of two accounts to open its link gets the address, and a newer change replaces an older one', async () => {
  const [first, second] = [await signUpProven(), await signUpProven()]
  const [email, other] = [newAddress(), newAddress()]
  for (const { caller } of [first, second]) await caller.put('/api/account/email', { email })
  const messages = [await server.emailTo(email), await server.emailTo(email)]
  const answers = await Promise.all(messages.map((message) => use(message)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const later = await signUpProven()
  await later.caller.put('/api/account/email', { email: other })
  const former = await server.emailTo(other)
  await later.caller.put('/api/account/email', { email: later.user.email })
  expect((await use(former)).statusCode).toBe(404)
  expect(await account(later)).toMatchObject({ pendingEmail: null })
})

test('undoing an address change revokes the thief’s sessions, password, passkeys, recovery codes and undo link', async () => {
  const person = await signUpProven()
  await addPasskey(person, 'of the owner', 8)
  await addPasskey(person, 'of the thief, early', 6)
  const thief = (await signInAgain(person))!
  const [theirs, next] = [newAddress(), newAddress()]
  for (const email of [theirs, next]) {
    await thief.put('/api/account/email', { email })
    await use(await server.emailTo(email), thief)
  }
  await addPasskey(person, 'of the thief')
  const registered = await t.visitor.post('/api/register', { email: person.user.email, password: PASSWORD })
  expect(registered.json()).toMatchObject({ code: 'EMAIL_TAKEN' })
  const undo = await server.emailTo(person.user.email)
  await server.emailTo(theirs)
  const undoOfThief = await server.emailTo(theirs)

  expect((await use(undo)).json()).toEqual({ outcome: 'undone' })
  expect(await emailOf(person)).toBe(person.user.email)
  expect(await isSignedIn(thief)).toBe(false)
  expect(await signInAgain(person)).toBeUndefined()
  const keys = await t.db.selectFrom('passkeys').select('credentialId').where('userId', '=', person.user.id).execute()
  expect(keys).toEqual([{ credentialId: 'of the owner' }])
  expect((await use(undoOfThief)).statusCode).toBe(404)
  expect((await use(undo)).statusCode).toBe(404)

  const messages = [await server.emailTo(person.user.email), await server.emailTo(person.user.email)]
  const reset = messages.find(({ subject }) => subject === 'Choose a new password')!
  await t.visitor.put('/api/password-resets', { token: tokenIn(reset), password: 'a better secret' })
  expect(await signInAgain(person, 'a better secret')).toBeDefined()
})

test('an unverified former address is sent an e-mail without an undo link, because it may be a stranger’s', async () => {
  const person = await signUp()
  const email = newAddress()
  await person.caller.put('/api/account/email', { email })
  await use(await server.emailTo(email), person.caller)
  const message = await server.emailTo(person.user.email)
  expect(message.subject).toBe('An account no longer uses your address')
  expect(() => tokenIn(message)).toThrow('No link')
})

test('the database stores no token in plain text, and expired tokens are refused', async () => {
  const person = await signUp()
  const token = tokenIn(person.welcome)
  const rows = await t.db.selectFrom('tokens').select('hash').where('userId', '=', person.user.id).execute()
  expect(rows.map(({ hash }) => hash.equals(Buffer.from(token, 'base64url')))).toEqual([false])
  const jobs = await sql`select * from pgboss.job`.execute(t.db)
  expect(JSON.stringify(jobs.rows)).not.toContain(token)
  const expiresAt = new Date(Date.now() - 1).toISOString()
  await t.db.updateTable('tokens').set({ expiresAt }).where('userId', '=', person.user.id).execute()
  expect((await use(person.welcome, person.caller)).statusCode).toBe(404)
})

test('if verification is required, new accounts must verify their address before they comment and publish; older accounts are exempt', async () => {
  const [old, admin] = [await t.signUp(), await t.signUp()]
  await t.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user.id).execute()
  await admin.caller.patch('/api/site-settings', { verifiedOnly: true })
  const person = await signUp()
  const publish = ({ caller }: Person) => caller.post('/api/videos', { title: 'x', toolUsed: 'other', videoUrl: '/x' })
  const comment = ({ caller }: Person) => caller.post(`/api/videos/${randomUUID()}/comments`, { text: 'x' })
  const isTold = async ({ caller }: Person) =>
    (await caller.get('/api/account')).json<{ mustConfirmEmail: boolean }>().mustConfirmEmail
  expect([await isTold(person), await isTold(old), await isTold(admin)]).toEqual([true, false, false])
  for (const act of [publish, comment]) {
    expect((await act(person)).json()).toMatchObject({ code: 'EMAIL_UNVERIFIED' })
    expect((await act(old)).json()).not.toMatchObject({ code: 'EMAIL_UNVERIFIED' })
  }
  await use(person.welcome, person.caller)
  expect(await isTold(person)).toBe(false)
  for (const act of [publish, comment])
    expect((await act(person)).json()).not.toMatchObject({ code: 'EMAIL_UNVERIFIED' })
  await admin.caller.patch('/api/site-settings', { verifiedOnly: false })
})
