import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PasskeyChallenge } from '../../../../contract/account/passkeys.ts'
import { buildApp } from '../../../app.ts'
import { takeAccountBack } from '../../../identity/take-account-back.ts'
import { issueToken } from '../../../identity/tokens.ts'
import { addPasskey, listPasskeys, newAuthenticator } from '../../../test/clients/authenticator.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { callerOf, testApp } from '../../../test/test-app.ts'
import { newPassword, reset, tokenFor } from './recovery.fixture.ts'
import {
  acts,
  deliver,
  linkIn,
  openBrowser,
  openEmail,
  passDays,
  PASSWORD,
  type Scene,
  setScene,
  showPasskey,
} from './takeover.fixture.ts'

// No job runs, because the fixture writes the e-mails.
const t = testApp({ mail: { url: 'smtp://127.0.0.1:9', from: 'site@example.org' } })

const CHANGED = 'The email address of your account was changed'
const ADDED = 'A passkey was added'

const account = async ({ owner }: Scene) =>
  (await owner.browser.get('/api/account')).json<{ passkeysCount: number; recoveryCodesLeft: number }>()
const recover = ({ email }: Scene, code: string) =>
  t.visitor.post('/api/recoveries', { email, code, password: newPassword })

test('taking an account back removes recent passkeys and keeps older ones', async () => {
  const scene = await setScene(t, { hasPasskey: true })
  const other = await t.row('users', (await t.signUp()).user.id)
  const { authenticator: earlier } = await addPasskey(scene.owner.browser)
  await passDays(scene, 2)
  const { authenticator: early } = await addPasskey(scene.thief.browser)
  await acts.makeCodes(scene)
  await passDays(scene, 6)
  await acts.makeCodes(scene)
  await acts.changeAddress(scene)
  expect((await openEmail(scene, scene.email, CHANGED)).json()).toEqual({ outcome: 'undone' })
  expect(await t.row('users', other.id)).toEqual(other)
  expect((await scene.thief.browser.get('/api/user')).statusCode).toBe(401)
  expect((await openBrowser(t).signIn(scene.email, PASSWORD)).statusCode).toBe(401)
  expect((await showPasskey(t.visitor, early, 'sign-in')).statusCode).toBe(401)
  for (const passkey of [scene.owner.passkey!, earlier]) {
    expect((await showPasskey(t.visitor, passkey, 'sign-in')).statusCode).toBe(200)
  }
  expect((await recover(scene, scene.thief.codes[0]!)).statusCode).toBe(401)
  expect((await recover(scene, scene.thief.codes.at(-1)!)).statusCode).toBe(401)
  expect((await recover(scene, scene.owner.codes[0]!)).statusCode).toBe(200)
})

test('an undo link works once, for seven days after the change', async () => {
  const scene = await setScene(t)
  await acts.addPasskey(scene)
  await acts.changeAddress(scene)
  await passDays(scene, 6)
  await acts.makeCodes(scene)
  await passDays(scene, 1)
  expect((await openEmail(scene, scene.email, ADDED)).statusCode).toBe(404)
  expect((await openEmail(scene, scene.email, CHANGED)).statusCode).toBe(404)

  const other = await setScene(t)
  await acts.addPasskey(other)
  const used = [await openEmail(other, other.email, ADDED), await openEmail(other, other.email, ADDED)]
  expect(used.map(({ statusCode }) => statusCode)).toEqual([200, 404])
})

test('no undo link is sent to an unverified address or one left by returning', async () => {
  const unproven = await setScene(t)
  await t.change('users', unproven.id, { emailVerifiedAt: null })
  await acts.addPasskey(unproven)
  await deliver(unproven)
  expect(unproven.messages.map((message) => [message.subject, linkIn(message)])).toEqual([[ADDED, undefined]])

  const scene = await setScene(t)
  await acts.changeAddress(scene)
  await acts.makeCodes(scene)
  await deliver(scene)
  expect((await scene.owner.browser.put('/api/account/email', { email: scene.email })).statusCode).toBe(204)
  expect((await openEmail(scene, scene.email, 'Confirm your new address')).json()).toEqual({ outcome: 'changed' })
  await deliver(scene)
  const links = scene.messages.filter(({ to }) => to === scene.thief.addresses[0]).flatMap((each) => linkIn(each) ?? [])
  expect(links).toHaveLength(2)
  for (const { token } of links) {
    expect((await t.visitor.post('/api/email-tokens', { token })).statusCode).toBe(404)
  }
})

test('a thief who has only the password cannot undo the owner’s protection', async () => {
  const scene = await setScene(t)
  const { authenticator: passkey } = await addPasskey(scene.owner.browser)
  await scene.owner.browser.post('/api/account/recovery-codes')
  await deliver(scene)
  expect(new Set(scene.messages.map(({ to }) => to))).toEqual(new Set([scene.email]))
  // A session that began with the password can neither confirm nor remove the passkey.
  const thief = openBrowser(t)
  await thief.signIn(scene.email, PASSWORD)
  const [owned] = await listPasskeys(thief)
  for (const reply of [
    await thief.post('/api/account/confirm', { password: PASSWORD }),
    await thief.delete(`/api/passkeys/${owned!.id}`),
    await thief.put('/api/account/email', { email: 'thief@thief.example' }),
  ]) {
    expect(reply.statusCode).toBe(403)
  }
  expect((await showPasskey(t.visitor, passkey, 'sign-in')).statusCode).toBe(200)
})

test('for seven days, a former address cannot be registered', async () => {
  const scene = await setScene(t)
  await acts.changeAddress(scene)
  await passDays(scene, 6)
  const registered = await t.visitor.post('/api/register', { email: scene.email, password: PASSWORD })
  expect(registered.json()).toMatchObject({ code: 'EMAIL_TAKEN' })
  scene.messages.length = 0
  await t.visitor.post('/api/password-resets', { email: scene.email })
  await deliver(scene)
  expect(scene.messages.map(({ to, subject }) => [to, subject])).toEqual([[scene.email, CHANGED]])
  await passDays(scene, 1)
  await t.visitor.post('/api/password-resets', { email: scene.email })
  await deliver(scene)
  expect(scene.messages).toHaveLength(1)
  expect((await openEmail(scene, scene.email, CHANGED)).statusCode).toBe(404)
})

test('a former address cannot be registered in the moment of its change', async () => {
  const { id, email } = await setScene(t)
  const register = () => t.visitor.post('/api/register', { email, password: PASSWORD })
  const reply = await requestBehind(t, register, async (tx, untilItWaits) => {
    const next = `${id}@thief.example`
    await sql`
      insert into email_changes (user_id, email, former, former_is_proven, done_at)
      values (${id}, ${next}, ${email}, true, now())`.execute(tx)
    await tx.updateTable('users').set({ email: next }).where('id', '=', id).execute()
    await untilItWaits()
  })
  expect(reply.json()).toMatchObject({ code: 'EMAIL_TAKEN' })
})

test('taking an account back locks nothing while a password is hashed', async () => {
  const scene = await setScene(t)
  await acts.changeAddress(scene)
  const { token } = linkIn(scene.messages.find(({ to, subject }) => to === scene.email && subject === CHANGED)!)!
  const { passwords } = t.deps
  const locked: boolean[] = []
  await using app = await buildApp({
    ...t.deps,
    passwords: {
      ...passwords,
      async hash(password) {
        const { rows } = await sql`select from users where id = ${scene.id} for update skip locked`.execute(t.db)
        locked.push(rows.length === 0)
        return passwords.hash(password)
      },
    },
  })
  const reply = await callerOf(app).post('/api/email-tokens', { token })
  expect([reply.statusCode, locked]).toEqual([200, [false]])
})

test('an undo link e-mailed to the thief fails once the owner has taken the account back', async () => {
  const scene = await setScene(t)
  await acts.changeAddress(scene)
  const [email = ''] = scene.thief.addresses
  expect((await openEmail(scene, scene.email, CHANGED)).statusCode).toBe(200)
  // Simulates an e-mail that was being written while the owner took the account back.
  const token = await issueToken(t.db, 'undo-email', { userId: scene.id, email, changedAt: new Date().toISOString() })
  expect((await t.visitor.post('/api/email-tokens', { token })).statusCode).toBe(404)
})

test.each([
  ['reset', async ({ user }: Scene) => reset(t, await tokenFor(t, { user }))],
  [
    'changed',
    ({ owner }: Scene) => owner.browser.put('/api/account/password', { current: PASSWORD, new: newPassword }),
  ],
])('once the password is %s, a new address that was requested before receives no e-mail', async (_, setPassword) => {
  const scene = await setScene(t)
  await acts.askForAddress(scene)
  expect((await setPassword(scene)).statusCode).toBe(204)
  await deliver(scene)
  expect(scene.messages.map(({ to }) => to)).not.toContain(scene.thief.addresses[0])
})

test.each([
  ['changes the password', acts.changePassword],
  [
    'uses a recovery code',
    async (scene: Scene) => {
      await acts.makeCodes(scene)
      expect((await recover(scene, scene.thief.codes[0]!)).statusCode).toBe(200)
    },
  ],
])('a thief who %s does not revoke the reset links of the owner and the operator', async (_, act) => {
  for (const issue of [
    ({ user }: Scene) => tokenFor(t, { user }),
    async (scene: Scene) => {
      await t.visitor.post('/api/password-resets', { email: scene.email })
      await deliver(scene)
      return linkIn(scene.messages.findLast(({ subject }) => subject === 'Choose a new password')!)!.token
    },
  ]) {
    const scene = await setScene(t)
    const token = await issue(scene)
    await act(scene)
    expect((await reset(t, token, newPassword, { wasTakenOver: true })).statusCode).toBe(204)
  }
})

test('an undo does not restore recovery codes from before the first verification', async () => {
  const scene = await setScene(t)
  await t.change('users', scene.id, { emailVerifiedAt: null })
  await acts.makeCodes(scene)
  await scene.owner.browser.post('/api/account/email/verify')
  expect((await openEmail(scene, scene.email, 'Confirm your address')).statusCode).toBe(200)
  await scene.owner.browser.signIn(scene.email, PASSWORD)
  await addPasskey(scene.owner.browser)
  expect((await openEmail(scene, scene.email, ADDED)).json()).toEqual({ outcome: 'undone' })
  expect((await recover(scene, scene.owner.codes[0]!)).statusCode).toBe(401)
})

test('for an hour after a reset, removing a passkey needs no confirmation', async () => {
  const scene = await setScene(t)
  await acts.addPasskey(scene)
  await acts.addPasskey(scene)
  expect((await reset(t, await tokenFor(t, { user: scene.user }))).statusCode).toBe(204)
  const { browser } = scene.owner
  await browser.signIn(scene.email, newPassword)
  await showPasskey(scene.thief.browser, scene.thief.passkeys[0]!, 'sign-in')
  for (const reply of [
    await browser.post('/api/account/recovery-codes'),
    await browser.put('/api/account/email', { email: 'other@example.org' }),
    await browser.post('/api/passkeys/challenge', { purpose: 'add' }),
  ]) {
    expect(reply.json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })
  }
  const [first, second] = await listPasskeys(browser)
  expect((await browser.delete(`/api/passkeys/${first!.id}?others=keep`)).statusCode).toBe(204)
  expect((await scene.thief.browser.get('/api/user')).statusCode).toBe(401)
  await sql`update users set password_reset_at = now() - interval '61 minutes' where id = ${scene.id}`.execute(t.db)
  expect((await browser.delete(`/api/passkeys/${second!.id}`)).json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })
})

test('after a takeover, a reset immediately invalidates every passkey and recovery code', async () => {
  const scene = await setScene(t, { hasPasskey: true })
  await acts.addPasskey(scene)
  await acts.makeCodes(scene)
  await passDays(scene, 20)
  const token = await tokenFor(t, { user: scene.user })
  expect((await reset(t, token, newPassword, { wasTakenOver: true })).statusCode).toBe(204)
  expect((await showPasskey(t.visitor, scene.thief.passkeys[0]!, 'sign-in')).statusCode).toBe(401)
  expect((await recover(scene, scene.thief.codes[0]!)).statusCode).toBe(401)
  await scene.owner.browser.signIn(scene.email, newPassword)
  expect(await account(scene)).toMatchObject({ passkeysCount: 0, recoveryCodesLeft: 0 })
})

test('an operator’s link keeps the present address if the former one is taken', async () => {
  const scene = await setScene(t)
  await t.change('users', scene.id, { emailVerifiedAt: null })
  await acts.changeAddress(scene)
  expect((await t.visitor.post('/api/register', { email: scene.email, password: PASSWORD })).statusCode).toBe(201)
  const token = await tokenFor(t, { user: scene.user })
  expect((await reset(t, token, newPassword, { wasTakenOver: true })).statusCode).toBe(204)
  expect((await openBrowser(t).signIn(scene.thief.addresses[0]!, newPassword)).statusCode).toBe(200)
})

test.each<[string, (scene: Scene) => InjectOptions | Promise<InjectOptions>]>([
  ['adding a passkey', async (scene) => ({ method: 'POST', url: '/api/passkeys', payload: await makePasskey(scene) })],
  [
    'removing a passkey',
    async ({ owner }) => ({ method: 'DELETE', url: `/api/passkeys/${(await listPasskeys(owner.browser))[0]!.id}` }),
  ],
  ['making codes', () => ({ method: 'POST', url: '/api/account/recovery-codes' })],
  ['using passkeys only', () => ({ method: 'PUT', url: '/api/account/passkeys-only', payload: { isOn: true } })],
  [
    'asking for another address',
    () => ({ method: 'PUT', url: '/api/account/email', payload: { email: 'next@thief.example' } }),
  ],
])('%s is refused if the owner took the account back meanwhile', async (_, prepare) => {
  const scene = await setScene(t, { hasPasskey: true })
  const { id: userId, email } = scene
  const request = await prepare(scene)
  const reply = await requestBehind(
    t,
    () => scene.thief.browser.inject(request),
    async (tx, untilItWaits) => {
      await sql`select from users where id = ${userId} for update`.execute(tx)
      await untilItWaits()
      await takeAccountBack(tx, userId, { email, isProven: true, changedAt: new Date().toISOString() })
    },
  )
  expect(reply.json()).toMatchObject({ code: 'LOGIN_REQUIRED' })
  expect((await showPasskey(t.visitor, scene.owner.passkey!, 'sign-in')).statusCode).toBe(200)
})

async function makePasskey({ thief }: Scene) {
  const reply = await thief.browser.post('/api/passkeys/challenge', { purpose: 'add' })
  return { ...newAuthenticator().make(reply.json<PasskeyChallenge>()), name: 'A key' }
}
