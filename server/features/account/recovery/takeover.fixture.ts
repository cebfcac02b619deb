// Test fixture for takeovers: an owner with a verified address, a thief who has signed in, and their mailboxes.
import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { OwnUser } from '../../../../contract/account/users.ts'
import type { EmailCause } from '../../../jobs/queues.ts'
import { addPasskey, type Authenticator, listPasskeys, requestChallenge } from '../../../test/clients/authenticator.ts'
import { callerOf, type Caller, type TestApp } from '../../../test/test-app.ts'
import { writeEmail, type EmailMessage } from '../email/write-email.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

export const PASSWORD = 'secret1'

/** The name of a thief's passkey. */
export const FOREIGN = 'Foreign'

/** A browser that keeps the cookies it is sent. */
export interface Browser extends Caller {
  signIn(email: string, password: string): Promise<LightMyRequestResponse>
}

/** An account, its owner and a thief. */
export interface Scene {
  t: TestApp
  user: OwnUser
  id: string
  /** The owner's verified address. */
  email: string
  owner: { browser: Browser; codes: string[]; passkey: Authenticator | undefined }
  thief: { browser: Browser; codes: string[]; passkeys: Authenticator[]; addresses: string[]; passwords: string[] }
  messages: EmailMessage[]
}

export function openBrowser(t: TestApp): Browser {
  const jar: Record<string, string> = {}
  const caller = callerOf(t.app, jar)
  const keeping = async (reply: Promise<LightMyRequestResponse>) => {
    for (const { name, value } of (await reply).cookies) jar[name] = value
    return reply
  }
  return {
    ...caller,
    post: (url, body) => keeping(caller.post(url, body)),
    put: (url, body) => keeping(caller.put(url, body)),
    signIn: (email, password) => keeping(caller.post('/api/login', { email, password })),
  }
}

/**
 * Signs up an owner and signs a thief in, with a confirmed session. The owner has recovery codes and, with
 * `hasPasskey`, a passkey; both are a month old.
 */
export async function setScene(t: TestApp, { hasPasskey = false } = {}): Promise<Scene> {
  const { user } = await t.signUp()
  const [browser, thief] = [openBrowser(t), openBrowser(t)]
  const { id, email } = user
  await t.change('users', id, { emailVerifiedAt: '2026-01-01T00:00:00Z' })
  await browser.signIn(email, PASSWORD)
  await thief.signIn(email, PASSWORD)
  const codes = await makeRecoveryCodes(t.deps, id)
  const passkey = hasPasskey ? (await addPasskey(browser)).authenticator : undefined
  const scene: Scene = {
    t,
    user,
    id,
    email,
    owner: { browser, codes, passkey },
    thief: { browser: thief, codes: [], passkeys: [], addresses: [], passwords: [PASSWORD] },
    messages: [],
  }
  await passDays(scene, 30)
  await deliver(scene)
  scene.messages.length = 0
  return scene
}

/** Backdates all changes of the account by this many days, but leaves its sessions alone. */
export async function passDays({ t, id }: Scene, days: number): Promise<void> {
  const age = sql`make_interval(days => ${days})`
  await sql`update account_events set at = at - ${age} where user_id = ${id}`.execute(t.db)
  await sql`update passkeys set created_at = created_at - ${age} where user_id = ${id}`.execute(t.db)
  await sql`update recovery_codes set made_at = made_at - ${age} where user_id = ${id}`.execute(t.db)
  await sql`
    update voided_recovery_codes set made_at = made_at - ${age}, voided_at = voided_at - ${age}
    where user_id = ${id}`.execute(t.db)
  await sql`
    update email_changes set asked_at = asked_at - ${age}, done_at = done_at - ${age}
    where user_id = ${id}`.execute(t.db)
  await sql`
    update tokens set changed_at = changed_at - ${age}, made_at = made_at - ${age}, expires_at = expires_at - ${age}
    where user_id = ${id}`.execute(t.db)
}

/** Writes the enqueued e-mails, as the worker would. */
export async function deliver({ t, messages }: Scene): Promise<void> {
  const { rows } = await sql<{ data: EmailCause }>`
    with taken as (delete from pgboss.job where name = 'send-letter' returning data, created_on)
    select data from taken order by created_on`.execute(t.db)
  for (const { data } of rows) {
    const message = await t.db.transaction().execute((tx) => writeEmail(tx, t.deps.config.publicUrl, data))
    if (message) messages.push(message)
  }
}

/** Returns the page that an e-mail's link opens, and its token; `undefined` for an e-mail without a link. */
export function linkIn({ text }: EmailMessage): { page: 'email' | 'reset'; token: string } | undefined {
  const [, page, token] = /\/auth\/(email|reset)#(?:\w+\.)?([\w-]{43})$/m.exec(text) ?? []
  return token ? { page: page as 'email' | 'reset', token } : undefined
}

/** Opens the link of the newest e-mail with this subject. */
export async function openEmail(scene: Scene, to: string, subject: string): Promise<LightMyRequestResponse> {
  await deliver(scene)
  const message = scene.messages.findLast((each) => each.to === to && each.subject === subject)
  if (!message) throw new Error(`No email “${subject}” to ${to}: ${scene.messages.map((each) => each.subject).join()}`)
  return scene.t.visitor.post('/api/email-tokens', { token: linkIn(message)?.token ?? 'none' })
}

/** @throws {Error} If a step of the scene was refused. */
async function done(sent: Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  const reply = await sent
  if (reply.statusCode >= 300) throw new Error(`The scene failed: ${reply.statusCode} ${reply.body}`)
  return reply
}

export async function showPasskey(
  browser: Caller,
  passkey: Authenticator,
  purpose: 'sign-in' | 'confirm',
): Promise<LightMyRequestResponse> {
  const answer = passkey.answer(await requestChallenge(browser, purpose))
  return browser.post(purpose === 'confirm' ? '/api/account/confirm/passkey' : '/api/login/passkey', answer)
}

type Act = (scene: Scene) => Promise<void>

/** A thief's steps. */
export const acts = {
  async addPasskey({ thief }) {
    thief.passkeys.push((await addPasskey(thief.browser, FOREIGN)).authenticator)
  },
  async usePasskeysOnly({ thief }) {
    await done(thief.browser.put('/api/account/passkeys-only', { isOn: true }))
  },
  async makeCodes({ thief }) {
    const reply = await done(thief.browser.post('/api/account/recovery-codes'))
    thief.codes.push(...reply.json<{ codes: string[] }>().codes)
  },
  async changePassword({ thief }) {
    const password = `stolen teapots ${thief.passwords.length}`
    const body = { current: thief.passwords.at(-1), new: password }
    await done(thief.browser.put('/api/account/password', body))
    await thief.browser.signIn((await thief.browser.get('/api/user')).json<{ email: string }>().email, password)
    thief.passwords.push(password)
  },
  async askForAddress({ thief }) {
    const email = `${randomUUID()}@thief.example`
    await done(thief.browser.put('/api/account/email', { email }))
    thief.addresses.push(email)
  },
  async changeAddress(scene) {
    await acts.askForAddress(scene)
    await done(openEmail(scene, scene.thief.addresses.at(-1)!, 'Confirm your new address'))
    await deliver(scene)
  },
  async removeOwnersPasskeys({ thief }) {
    for (const { id, name } of await listPasskeys(thief.browser)) {
      if (name !== FOREIGN) await done(thief.browser.delete(`/api/passkeys/${id}`))
    }
  },
  /** Uses every link that came to the thief's mailboxes. */
  async useLinks(scene) {
    await deliver(scene)
    for (const message of scene.messages.filter(({ to }) => scene.thief.addresses.includes(to))) {
      const link = linkIn(message)
      if (link?.page === 'email') await scene.t.visitor.post('/api/email-tokens', { token: link.token })
    }
  },
  /** Recovers the account with an e-mail to the thief's address, as an owner would. */
  async comeBack(scene) {
    const { thief, t } = scene
    const email = thief.addresses.at(-1)!
    await t.visitor.post('/api/password-resets', { email })
    await deliver(scene)
    const { token = '' } = linkIn(scene.messages.findLast(({ to }) => to === email)!) ?? {}
    const password = 'stolen teapots again'
    const body = { token, password, wasTakenOver: true }
    await done(t.visitor.put('/api/password-resets', body))
    thief.passwords.push(password)
    await done(thief.browser.signIn(email, password))
  },
  waitSixDays: (scene) => passDays(scene, 6),
} satisfies Record<string, Act>
