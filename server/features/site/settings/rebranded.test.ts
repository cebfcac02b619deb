import { readFile, readdir } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { AccountEventKind } from '../../../../contract/account/account.ts'
import { sitePageNames } from '../../../../contract/site/static-pages.ts'
import { buildApp } from '../../../app.ts'
import { linkToDatabase } from '../../../test/servers/database-link.ts'
import { callerOf, publish, testPerson } from '../../../test/test-app.ts'
import { connect, type Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { createLogger } from '../../../setup/logger.ts'
import { accountEventEmail } from '../../account/email/account-event-email.ts'
import * as emailTexts from '../../account/email/email-texts.ts'
import { openMailServer } from '../../account/email/mail-server.ts'
import { testMailSite } from '../../account/email/mail-site.fixture.ts'
import { workOnEmails } from '../../account/email/send-email.jobs.ts'
import type { EmailText } from '../../account/email/write-email.ts'
import { filesOf, partOf } from '../../account/export/export.fixture.ts'
import { buildOpenApi } from '../api-docs/openapi.ts'
import { screens, staffScreens } from '../pages/screens.ts'
import { readSiteSettings } from './site-settings.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const { server, t } = testMailSite()
const admin = testPerson(t, { role: 'admin' })
const member = testPerson(t)
let videoId: string
beforeAll(async () => {
  await workOnEmails(t.deps)
  videoId = (await publish(member.caller, 'plain-h264.mp4', { title: 'A sea', prompt: 'waves', tags: 'sea' })).id
  await admin.caller.patch('/api/site-settings', {
    siteName: 'Club',
    tagline: 'Films by the sea',
    splashTagline: 'Look at the sea',
  })
})

/** Returns the first word of Reverie’s own branding with the text around it, or `undefined`. */
function findOwnWord(text: string): string | undefined {
  const shown = text
    // The address of the test’s site, its sender, its folder, and the names of its cookies.
    .replaceAll(/reverie(\.test|@site\.example|-test-)|`?__Host-reverie`?|"name":"reverie"/g, '')
  // A pattern that contains the text around the word takes a hundred times as long.
  const word = /reverie|\bMVP\b|\balpha\b/i.exec(shown)
  return word ? shown.slice(Math.max(0, word.index - 40), word.index + 50) : undefined
}

/** The API's paths for GET. Their parameters name the clip, the member, or an unknown id. */
function readable(): string[] {
  const { paths } = buildOpenApi() as { paths: Record<string, Record<string, unknown>> }
  return (
    Object.keys(paths)
      // A stream of events does not end. The staff log contains the former name.
      .filter((path) => paths[path]!['get'] && !['/api/notifications/stream', '/api/staff-log'].includes(path))
      .map((path) =>
        path
          .replace('{username}', member.user.username!)
          .replace(/(?<=videos\/){id}/, videoId)
          .replaceAll(/(?<=users\/){\w+}|(?<=user\/){\w+}/g, member.user.id)
          .replaceAll(/{\w+}/g, UNKNOWN),
      )
  )
}

const pages = () => [
  '/',
  ...Object.keys({ ...screens, ...staffScreens }),
  ...sitePageNames.map((name) => `/${name}`),
  `/video/${videoId}`,
  `/video/${videoId}/remixes`,
  `/video/${UNKNOWN}`,
  `/profile/${member.user.username}`,
  '/profile/nobody',
  '/tag/sea',
  '/tool/other',
  `/reports/${UNKNOWN}`,
  '/no/such/page',
  `/embed/${videoId}`,
  `/embed/${UNKNOWN}`,
]

const documents = () => [
  ...['rss', 'atom', 'json'].flatMap((format) =>
    ['', '/tag/sea', '/tool/other', `/profile/${member.user.username}`].map((path) => `${path}/feed.${format}`),
  ),
  `/oembed?url=http://reverie.test/video/${videoId}`,
  `/oembed?format=xml&url=http://reverie.test/video/${videoId}`,
  '/manifest.webmanifest',
  '/opensearch.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/api/openapi.json',
  '/api/docs/',
  '/api/no/such/call',
  '/readyz',
]

test.each(['visitor', 'member', 'admin'] as const)(
  'a rebranded site does not show the %s Reverie’s branding anywhere',
  async (who) => {
    const callers = { visitor: t.visitor, member: member.caller, admin: admin.caller }
    const found: string[] = []
    const statuses = new Set<number>()
    for (const path of [...pages(), ...documents(), ...readable()]) {
      const { body, statusCode } = await callers[who].get(path)
      statuses.add(statusCode)
      const word = findOwnWord(body)
      if (word) found.push(`${path}: ${word}`)
    }
    expect(found).toEqual([])
    expect([...statuses].toSorted()).toEqual(expect.arrayContaining([200, 404]))
  },
)

test('no error page of a rebranded site shows Reverie’s branding', async () => {
  const link = await linkToDatabase(t.databaseUrl)
  const db = connect(link.url, { poolSize: 2 })
  const deps = { ...t.deps, db, readShared: (read: (from: Db) => unknown) => read(db) } as Deps
  const app = await buildApp(deps, { log: createLogger({ level: 'silent' }) })
  app.get('/api/broken', () => {
    throw new Error('It broke.')
  })
  const visitor = callerOf(app)
  const statuses = new Set<number>()
  const expectNone = async (path: string) => {
    const { body, statusCode } = await visitor.get(path)
    statuses.add(statusCode)
    expect([path, findOwnWord(body)]).toEqual([path, undefined])
  }
  try {
    for (const path of ['/api/broken', '/']) await expectNone(path)
    await link.cut()
    for (const path of [...pages(), ...documents(), '/api/videos', '/api/user']) await expectNone(path)
    expect([...statuses]).toEqual(expect.arrayContaining([200, 404, 500, 503]))
  } finally {
    await link.mend()
    await app.close()
    await db.destroy()
    await link.close()
  }
})

test('no static file contains Reverie’s branding', async () => {
  const folder = new URL('../../../../web/public/', import.meta.url)
  for (const name of await readdir(folder)) {
    const text = /\.(html|svg|css|js|txt)$/.test(name) ? await readFile(new URL(name, folder), 'utf8') : ''
    expect([name, findOwnWord(text.replaceAll(/^.*\/\/.*$|\/\*[\s\S]*?\*\//gm, ''))]).toEqual([name, undefined])
  }
})

test('no e-mail of a rebranded site contains Reverie’s branding', async () => {
  const { email } = (await t.signUp()).user
  await server.emailTo(email)
  const link = 'http://reverie.test/auth'
  const texts = [
    ...Object.values(emailTexts).flatMap((write) =>
      write === emailTexts.alertEmail ? [] : [(write as (...args: string[]) => EmailText)(link, 'http://reverie.test')],
    ),
    emailTexts.alertEmail({ subject: 'Disk', text: 'It is full.', link }, link),
    ...AccountEventKind.options.map((kind) =>
      accountEventEmail({ kind, detail: 'Firefox', at: '2026-11-26T00:00:00Z' }, 'http://reverie.test', link),
    ),
  ]
  const mail = await openMailServer(server.mail, () => readSiteSettings(t.db))
  for (const text of texts) {
    await mail.deliver(crypto.randomUUID(), { to: email, ...text })
    const message = await server.emailTo(email)
    expect(findOwnWord(JSON.stringify([message.headers, message.subject, message.text, message.html]))).toBeUndefined()
  }
})

test('an export from a rebranded site does not contain Reverie’s branding', async () => {
  const files = await filesOf(member.caller, await partOf(member.caller, 1))
  for (const [name, bytes] of files) {
    const text = /\.(mp4|webp)$/.test(name) ? '' : bytes.toString()
    expect([name, findOwnWord(name + text)]).toEqual([name, undefined])
  }
})
