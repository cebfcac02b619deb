import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { AccountEventKind } from '../../../../contract/account/account.ts'
import { defaultBranding } from '../../../../contract/site/default-branding.ts'
import { eachOf } from '../../../concurrency/each-of.ts'
import { testPerson } from '../../../test/test-app.ts'
import { everyNth } from '../../../test/every-nth.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { tokenIn } from '../../../test/servers/mail-server.ts'
import { testFolder } from '../../../test/test-folder.ts'
import { unescape } from '../../discovery/rss/read-xml.fixture.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { accountEventEmail } from './account-event-email.ts'
import { openMailServer } from './mail-server.ts'
import { testMailSite } from './mail-site.fixture.ts'
import { payloads } from './payloads.fixture.ts'
import { workOnEmails } from './send-email.jobs.ts'
import { writeEmail } from './write-email.ts'

const { server, t } = testMailSite()
const admin = testPerson(t, { role: 'admin' })
beforeAll(() => workOnEmails(t.deps))

const record = (userId: string, kind: AccountEventKind, detail?: string) =>
  t.db.transaction().execute((tx) => recordAccountEvent(tx, t.deps, { userId, kind, ...(detail && { detail }) }))

/** A new account whose welcome e-mail has arrived. */
async function createPerson(columns?: object): Promise<{ id: string; email: string }> {
  const { user } = await t.signUp()
  await server.emailTo(user.email)
  if (columns) await t.change('users', user.id, columns)
  return user
}

test('e-mails are sent with STARTTLS and a password and marked as automatic', async () => {
  const { email } = (await t.signUp()).user
  const message = await server.emailTo(email)
  expect(message).toMatchObject({
    from: { name: 'Reverie', address: 'reverie@site.example' },
    to: [{ address: email }],
    subject: 'Confirm your address',
    messageId: expect.stringMatching(/^<[0-9a-f-]{36}@site\.example>$/),
  })
  expect(message.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(message.text).toContain(`http://reverie.test/auth/email#verify.${tokenIn(message)}`)
})

test('a registrant receives an e-mail about a rejection and about the approval, without the admin’s words', async () => {
  const { id, email } = await createPerson({ waitingSince: '2026-01-01T00:00:00Z' })
  const answers = [
    ['refusal', { answer: 'Win at casino.example' }, 'Your request to join was declined', 'Read the answer'],
    ['let-in', {}, 'Your account was approved', 'Sign in'],
  ] as const
  for (const [path, body, subject, link] of answers) {
    expect((await admin.caller.post(`/api/people/${id}/${path}`, body)).statusCode).toBe(204)
    const message = await server.emailTo(email)
    expect(message).toMatchObject({ subject, text: expect.stringContaining(`${link}:\nhttp://reverie.test/auth\n`) })
    expect(message.text).not.toContain('casino')
  }
  // The e-mail about the rejection had to wait until after the approval.
  expect(await writeEmail(t.db, t.deps.config.publicUrl, { kind: 'registration-rejected', userId: id })).toBeUndefined()
})

test('only an address with an account receives a password link', async () => {
  const { id, email } = await createPerson()
  const key = { credentialId: randomUUID(), publicKey: Buffer.from('key'), counter: 0, rpId: 'reverie.test', name: 'x' }
  await t.insert('passkeys', { ...key, userId: id })
  const nobody = `${randomUUID()}@example.org`
  for (const asked of [nobody, email]) await t.visitor.post('/api/password-resets', { email: asked })
  const message = await server.emailTo(email)
  expect(message.text).toContain('http://reverie.test/auth/reset#')
  const body = { token: tokenIn(message), password: 'a better secret' }
  expect((await t.visitor.put('/api/password-resets', body)).statusCode).toBe(204)
  expect(server.messages.flatMap(({ envelopeTo }) => envelopeTo)).not.toContain(nobody)
  // The link verifies the address as well. Earlier sign-in methods are removed, because they may be a stranger's.
  expect((await t.row('users', id)).emailVerifiedAt).not.toBeNull()
  expect(await t.rows('passkeys', { userId: id })).toEqual([])
})

test('no e-mail is sent about a rolled-back event or to a deleted or sample account', async () => {
  const [person, gone] = [await createPerson(), await createPerson()]
  const sample = await createPerson({ isSample: true, userNumber: -1 })
  const before = server.messages.length
  const rolledBack = t.db.transaction().execute(async (tx) => {
    await recordAccountEvent(tx, t.deps, { userId: person.id, kind: 'password-changed' })
    throw new Error('changed our mind')
  })
  await expect(rolledBack).rejects.toThrow('changed our mind')
  await t.db.transaction().execute(async (tx) => {
    await recordAccountEvent(tx, t.deps, { userId: gone.id, kind: 'password-changed' })
    await recordAccountEvent(tx, t.deps, { userId: sample.id, kind: 'password-changed' })
    await tx.deleteFrom('users').where('id', '=', gone.id).execute()
  })
  await record(person.id, 'passkey-added')
  expect((await server.emailTo(person.email)).subject).toBe('A passkey was added')
  expect(server.messages.slice(before).map(({ envelopeTo }) => envelopeTo)).toEqual([[person.email]])
})

test('hostile names cannot start a line, tag, header or link', async () => {
  const post = await openMailServer(server.mail, () => Promise.resolve(defaultBranding))
  const expectText = async (detail: string) => {
    const to = `${randomUUID()}@example.org`
    const event = { kind: 'passkey-added', detail, at: '2026-01-01T12:00:00Z' } as const
    await post.deliver(randomUUID(), { to, ...accountEventEmail(event, 'http://reverie.test') })
    const { headers, html = '', text = '', ...message } = await server.emailTo(to)
    const named = detail.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
    expect(message).toMatchObject({ subject: 'A passkey was added', to: [{ address: to }], envelopeTo: [to] })
    expect(message.attachments).toEqual([])
    expect(headers.map(({ key }) => key).toSorted()).toEqual(expectedHeaders)
    expect(text.split('\n').filter(Boolean)).toEqual([
      `Your account has a new passkey (${named}). Time: 1 January 2026 at 12:00 UTC.`,
      'If this was you, you don’t need to do anything.',
      expect.stringContaining('If it wasn’t'),
      'Check your account:',
      'http://reverie.test/settings/sign-in',
      expect.stringContaining('automatic email'),
    ])
    expect(html.match(/<[a-z]+\b/gi)).toEqual(expectedTags)
    expect(html.match(/(?:href|src)="[^"]*"/g)).toEqual(['href="http://reverie.test/settings/sign-in"'])
    expect(shownBy(html)).toBe(text.trim())
  }
  const some = everyNth(payloads, sizeOf({ quick: 9, deep: 1 }))
  // Twenty at once, because each e-mail waits a tenth of a second for the server's greeting. The handshakes of all 200
  // would take longer than the time limit of one on a busy machine.
  await eachOf(some, 20, expectText)
})

test('e-mails are signed with the key for DKIM, and any other key is refused at the start', async () => {
  const folder = testFolder()
  const pem = { format: 'pem', type: 'pkcs8' } as const
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 1_024,
    publicKeyEncoding: { format: 'pem', type: 'spki' },
    privateKeyEncoding: pem,
  })
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem)
  const open = (content: string | Buffer) => {
    const keyFile = join(folder, randomUUID())
    writeFileSync(keyFile, content)
    const dkim = { domain: 'example.org', selector: 'mail', keyFile }
    return openMailServer({ ...server.mail, dkim }, () => Promise.resolve(defaultBranding))
  }
  const to = `${randomUUID()}@example.org`
  await (await open(rsa.privateKey)).deliver(randomUUID(), { to, subject: 'Signed', text: 'Hello' })
  expect((await server.emailTo(to)).headers.map(({ key }) => key)).toContain('dkim-signature')
  // The client would leave out the signature, or make one that no receiver accepts.
  for (const other of [rsa.publicKey, elliptic, '']) {
    await expect(open(other)).rejects.toThrow('DKIM_KEY_FILE must be a readable file with a private RSA key in PEM')
  }
})

test('a mail server that cannot be reached is described in words', async () => {
  const { port, hostname } = new URL(server.mail.url)
  const deliverBy = async (url: string) => {
    const mail = await openMailServer({ ...server.mail, url }, () => Promise.resolve(defaultBranding))
    return mail.deliver(randomUUID(), { to: 'ada@example.org', subject: 'Hello', text: 'Hello' })
  }
  const reasons = {
    [`smtp://${hostname}:1`]: 'connection refused',
    [`smtps://${hostname}:${port}`]: 'this port does not begin with TLS: use smtp:// for it',
    // No name server is asked for a name with so long a part.
    [`smtp://${'x'.repeat(64)}.invalid`]: 'host not found',
  }
  for (const [url, reason] of Object.entries(reasons)) await expect(deliverBy(url)).rejects.toThrow(reason)
})

const expectedHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]
const tagsInHead = ['<html', '<head', '<meta', '<meta', '<meta', '<title', '<style']
const expectedTags = [...tagsInHead, '<body', '<main', '<p', '<p', '<p', '<p', '<a', '<p', '<p']

/** Returns the text that an HTML e-mail shows to its reader, laid out like the plain-text version. */
function shownBy(html: string): string {
  const [, main = ''] = /<main>\n([^]*)\n<\/main>/.exec(html) ?? []
  const text = main.replaceAll('</a></p>\n<p class="small">', ':\n').replaceAll('</p>\n<p>', '\n\n')
  return unescape(text.replaceAll(/<[^>]*>/g, ''))
}

test('an unverified address receives no text that a person typed', async () => {
  const [stranger, owner] = [await createPerson(), await createPerson({ emailVerifiedAt: '2026-01-01T00:00:00Z' })]
  for (const { id } of [stranger, owner]) await record(id, 'passkey-added', 'Win at casino.example')
  expect((await server.emailTo(stranger.email)).text).not.toContain('casino')
  expect((await server.emailTo(owner.email)).text).toContain('(Win at casino.example)')
})

test('within an hour, an unverified address receives e-mails about ten account events', async () => {
  const [stranger, owner] = [await createPerson(), await createPerson({ emailVerifiedAt: '2026-01-01T00:00:00Z' })]
  const writtenFor = async ({ id }: { id: string }) => {
    for (let i = 0; i < 12; i++) await record(id, 'password-changed')
    const events = await t.rows('accountEvents', { userId: id }, 'at')
    const messages = await Promise.all(
      events.map((event) => writeEmail(t.db, t.deps.config.publicUrl, { kind: 'account-event', eventId: event.id })),
    )
    return messages.map((message) => message !== undefined)
  }
  expect(await writtenFor(stranger)).toEqual([...Array<boolean>(10).fill(true), false, false])
  expect(await writtenFor(owner)).toEqual(Array<boolean>(12).fill(true))
})

test('every account event has an e-mail with the same words in text and HTML', async () => {
  const { id, email } = await createPerson({ emailVerifiedAt: '2026-01-01T00:00:00Z' })
  const subjects = new Set<string | undefined>()
  for (const kind of AccountEventKind.options) await record(id, kind)
  for (const _kind of AccountEventKind.options) {
    const { subject, text = '', html = '' } = await server.emailTo(email)
    expect(shownBy(html)).toBe(text.trim())
    subjects.add(subject)
  }
  expect(subjects.size).toBe(AccountEventKind.options.length)
})

test('the e-mail about a deletion that an admin scheduled does not suggest a password change', () => {
  const event = { kind: 'deletion-by-admin', detail: 'Spam', at: '2026-01-01T12:00:00Z' } as const
  expect(accountEventEmail(event, 'http://reverie.test').text.split('\n').filter(Boolean)).toEqual([
    'An admin of the site scheduled your account for deletion within seven days (Spam). Time: 1 January 2026 at 12:00 UTC.',
    'Only an admin can cancel it. Until then, you can sign in to see the day and download your data.',
    'Sign in:',
    'http://reverie.test/auth',
    expect.stringContaining('automatic email'),
  ])
})
