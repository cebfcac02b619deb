import { expect, test } from 'vitest'
import { sizeOf } from '../../../test/run-size.ts'
import { listPasskeys } from '../../../test/clients/authenticator.ts'
import { testApp } from '../../../test/test-app.ts'
import { newPassword, reset, tokenFor } from './recovery.fixture.ts'
import {
  acts,
  type Browser,
  deliver,
  FOREIGN,
  linkIn,
  openBrowser,
  openEmail,
  type Scene,
  setScene,
  showPasskey,
} from './takeover.fixture.ts'

// No job runs: the scene writes the e-mails.
const t = testApp({ mail: { url: 'smtp://127.0.0.1:9', from: 'site@example.org' } })

type Act = keyof typeof acts

const subjects = {
  'passkey-added': 'A passkey was added',
  'passkeys-only': 'Password sign-in was turned off',
  'codes-made': 'You have new recovery codes',
  'address-changed': 'The email address of your account was changed',
}

/** The thief's actions, and the resulting undo e-mails to the owner's address. */
interface Theft {
  acts: Act[]
  messages: (keyof typeof subjects)[]
  /** Whether the owner has a passkey. The thief's session began before the passkey was added. */
  hasPasskey?: boolean
}

const thefts: Record<string, Theft> = {
  'added a passkey': { acts: ['addPasskey'], messages: ['passkey-added'] },
  'added a passkey beside the owner’s': { hasPasskey: true, acts: ['addPasskey'], messages: ['passkey-added'] },
  'added two passkeys and used passkeys only': {
    acts: ['addPasskey', 'addPasskey', 'usePasskeysOnly'],
    messages: ['passkey-added', 'passkeys-only'],
  },
  'made new recovery codes, twice': { acts: ['makeCodes', 'makeCodes'], messages: ['codes-made'] },
  'changed the password': { acts: ['changePassword'], messages: [] },
  'removed the owner’s passkeys': { hasPasskey: true, acts: ['removeOwnersPasskeys'], messages: [] },
  'changed the address': { acts: ['changeAddress'], messages: ['address-changed'] },
  'asked for an address and opened its link late': { acts: ['askForAddress'], messages: [] },
  'did all of it': {
    hasPasskey: true,
    acts: ['addPasskey', 'addPasskey', 'removeOwnersPasskeys', 'makeCodes', 'usePasskeysOnly', 'changeAddress'],
    messages: ['passkey-added', 'passkeys-only', 'codes-made', 'address-changed'],
  },
  'changed the address first, then all else': {
    acts: ['changeAddress', 'changePassword', 'addPasskey', 'addPasskey', 'makeCodes', 'usePasskeysOnly'],
    messages: ['address-changed'],
  },
  'added a passkey, made codes, waited six days, then changed the address': {
    acts: ['addPasskey', 'makeCodes', 'waitSixDays', 'changeAddress'],
    messages: ['passkey-added', 'codes-made', 'address-changed'],
  },
  'changed the address twice': {
    acts: ['addPasskey', 'changeAddress', 'addPasskey', 'changeAddress'],
    messages: ['passkey-added', 'address-changed'],
  },
  'changed the address twice and used every link that came to them': {
    acts: ['changeAddress', 'addPasskey', 'changeAddress', 'makeCodes', 'useLinks'],
    messages: ['address-changed'],
  },
  'changed the address and came back to it by e-mail': {
    acts: ['addPasskey', 'makeCodes', 'usePasskeysOnly', 'changeAddress', 'comeBack', 'addPasskey'],
    messages: ['passkey-added', 'codes-made', 'passkeys-only', 'address-changed'],
  },
}

/** A way in which the owner recovers the account, until a new password is set. */
type Way = (scene: Scene) => Promise<void>

/** Sets the new password with an e-mailed link. The e-mail follows the undo, or the owner requests it. */
async function resetByEmail(scene: Scene, others: { wasTakenOver?: boolean } = {}): Promise<void> {
  await deliver(scene)
  const message = scene.messages.findLast(
    ({ to, subject }) => to === scene.email && subject === 'Choose a new password',
  )
  const { token = 'none' } = (message && linkIn(message)) ?? {}
  expect((await reset(t, token, newPassword, others)).statusCode).toBe(204)
}

const byEmail =
  (others: { wasTakenOver?: boolean }): Way =>
  async (scene) => {
    await t.visitor.post('/api/password-resets', { email: scene.email })
    await deliver(scene)
    const isFormer = scene.messages.at(-1)!.subject === subjects['address-changed']
    if (isFormer) expect((await openEmail(scene, scene.email, subjects['address-changed'])).statusCode).toBe(200)
    await resetByEmail(scene, others)
  }

const byOperator =
  (others: { wasTakenOver?: boolean }): Way =>
  async ({ user }) => {
    const token = await tokenFor(t, { user })
    expect((await reset(t, token, newPassword, others)).statusCode).toBe(204)
  }

const byMailedLink =
  (subject: string): Way =>
  async (scene) => {
    const reply = await openEmail(scene, scene.email, subject)
    expect([subject, reply.json()]).toEqual([subject, { outcome: 'undone' }])
    await resetByEmail(scene)
  }

function waysBack({ acts: done, messages }: Theft): [string, Way][] {
  return [
    ['a reset by e-mail', byEmail({})],
    ['a reset by e-mail that removes every passkey', byEmail({ wasTakenOver: true })],
    // Without `wasTakenOver`, the account would keep the address that the thief has set.
    ...(done.includes('changeAddress') ? [] : [['an operator’s link', byOperator({})] as [string, Way]]),
    ['an operator’s link after a takeover', byOperator({ wasTakenOver: true })],
    ...messages.map((kind) => [`the link of “${subjects[kind]}”`, byMailedLink(subjects[kind])] as [string, Way]),
  ]
}

const everyWay = sizeOf({ quick: false, deep: true })

/** Each theft with its ways back. The quick run tries two ways per theft, and each way after some theft. */
const cells = Object.entries(thefts).flatMap(([theft, how], i) => {
  const ways = waysBack(how)
  const tried = everyWay ? ways : new Set([ways[i % ways.length]!, ways.at(-1)!])
  return Array.from(tried, ([way, comeBack]) => ({ theft, how, way, comeBack }))
})

test.each(cells)('an owner takes the account back from a thief who $theft, with $way', async ({ how, comeBack }) => {
  const scene = await setScene(t, { hasPasskey: how.hasPasskey ?? false })
  for (const act of how.acts) await acts[act](scene)
  await comeBack(scene)
  const owner = openBrowser(t)
  expect((await owner.signIn(scene.email, newPassword)).statusCode).toBe(200)
  await removeForeignPasskeys(owner)
  await confirm(scene, owner)
  expect((await owner.post('/api/account/recovery-codes')).statusCode).toBe(201)
  await expectThiefIsOut(scene)
  expect((await owner.get('/api/user')).json()).toMatchObject({ id: scene.id, email: scene.email })
})

async function removeForeignPasskeys(browser: Browser): Promise<void> {
  const foreign = (await listPasskeys(browser)).filter(({ name }) => name === FOREIGN)
  for (const { id } of foreign) {
    expect((await browser.delete(`/api/passkeys/${id}?others=end`)).statusCode).toBe(204)
  }
}

/** Confirms with the owner's passkey if it still exists, otherwise with the password. */
async function confirm({ owner: { passkey } }: Scene, browser: Browser): Promise<void> {
  const keeps = passkey !== undefined && (await listPasskeys(browser)).length > 0
  const reply = keeps
    ? await showPasskey(browser, passkey, 'confirm')
    : await browser.post('/api/account/confirm', { password: newPassword })
  expect(reply.statusCode).toBe(204)
}

async function expectThiefIsOut({ thief, email, messages }: Scene): Promise<void> {
  expect((await thief.browser.get('/api/user')).statusCode).toBe(401)
  for (const passkey of thief.passkeys) expect((await showPasskey(t.visitor, passkey, 'sign-in')).statusCode).toBe(401)
  for (const address of [email, ...thief.addresses]) {
    for (const password of thief.passwords) {
      expect((await t.visitor.post('/api/login', { email: address, password })).statusCode).toBe(401)
    }
    for (const code of thief.codes) {
      const body = { email: address, code, password: 'stolen teapots once more' }
      expect((await t.visitor.post('/api/recoveries', body)).statusCode).toBe(401)
    }
  }
  const links = messages.filter(({ to }) => thief.addresses.includes(to)).flatMap((message) => linkIn(message) ?? [])
  for (const { page, token } of links) {
    const use = () => t.visitor.post('/api/email-tokens', { token })
    const reply = await (page === 'email' ? use() : reset(t, token, 'stolen teapots once more'))
    expect(reply.statusCode).toBe(404)
  }
}
