import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMailServer, type TestMailServer } from '../../../test/servers/mail-server.ts'
import { insertVideos, startTestApp, type Caller, type TestApp } from '../../../test/test-app.ts'
import { workOnEmails } from '../../account/email/send-email.jobs.ts'

const NAME = 'Les “Rêves” & <b>Co</b>, "Ltd"'

let server: TestMailServer
let t: TestApp
let admin: Caller
let videoId: string
let username: string
beforeAll(async () => {
  server = await startMailServer()
  t = await startTestApp({ mail: server.mail })
  await workOnEmails(t.deps)
  const { user, caller } = await t.signUp()
  await t.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute()
  admin = caller
  username = user.username ?? ''
  videoId = (await insertVideos(t, user.id, 1))[0]!
})
afterAll(async () => {
  await t.stop()
  await server.goAway()
})
beforeEach(() => change({ siteName: NAME }))

const change = (settings: object) => admin.patch('/api/site-settings', settings)
const html = (body: string) =>
  body
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
const everyText = (body: string) => {
  const texts: string[] = []
  JSON.parse(body, (_key, value: unknown) => (typeof value === 'string' && texts.push(value), value))
  return texts.join('\n')
}

test.each<[path: () => string, read: typeof html, shown: string]>([
  [() => '/', html, `<title>${NAME}</title>`],
  [() => '/', html, `<meta property="og:site_name" content="${NAME}" />`],
  [() => '/', html, `title="${NAME} (RSS)"`],
  [() => '/about', html, `<title>About · ${NAME}</title>`],
  [() => '/about', html, `What ${NAME} is for`],
  [() => '/rules', html, `allowed on ${NAME}, how`],
  [() => `/video/${videoId}`, html, ` · ${NAME}</title>`],
  [() => `/profile/${username}`, html, ` on ${NAME}."`],
  [() => '/tool/other', html, ` · ${NAME}</title>`],
  [() => '/no/such/page', html, `<title>Page not found · ${NAME}</title>`],
  [() => `/embed/${videoId}`, html, `on ${NAME}</a`],
  [() => '/embed/unknown', html, `Go to ${NAME}</a`],
  [() => `/oembed?url=http://reverie.test/video/${videoId}`, everyText, `\n${NAME}\n`],
  [() => '/feed.rss', html, `<title>${NAME}</title>`],
  [() => '/feed.atom', html, `<title>${NAME}</title>`],
  [() => '/feed.json', everyText, NAME],
  [() => '/tool/other/feed.rss', html, `Made with other tools on ${NAME}`],
  [() => '/opensearch.xml', html, `AI-generated videos on ${NAME}`],
  [() => '/manifest.webmanifest', everyText, `${NAME}\n${NAME}\n`],
  [() => '/api/openapi.json', everyText, NAME],
])('%s has the custom name, and not the default one', async (path, read, shown) => {
  const { body } = await t.visitor.get(path())
  expect(read(body)).toContain(shown)
  expect(body).not.toContain('Reverie')
})

test('the page tells the app the name in data that cannot end its element', async () => {
  await change({ siteName: `</script><script>'"&` })
  const { body } = await t.visitor.get('/')
  const [, json = ''] = /<script type="application\/json" id="branding">(.*?)<\/script>/.exec(body) ?? []
  expect(JSON.parse(json)).toEqual({ siteName: `</script><script>'"&` })
  await change({ siteName: 'Reverie' })
  expect((await t.visitor.get('/')).body).not.toContain('id="branding"')
})

test.each([
  [NAME, NAME],
  ['Club\r\nBcc: all@example.org', 'Club Bcc: all@example.org'],
  ['"Club" <spoof@example.org>', '"Club" <spoof@example.org>'],
])('an e-mail has the name %j as its sender, and no header or address from it', async (siteName, name) => {
  expect((await change({ siteName })).statusCode).toBe(200)
  const { email } = (await t.signUp()).user
  const message = await server.emailTo(email)
  expect(message).toMatchObject({ from: { name, address: server.mail.from }, to: [{ address: email }] })
  expect(message.envelopeTo).toEqual([email])
  expect(message.headers.map(({ key }) => key)).not.toContain('bcc')
})

test('another process uses a new name at once', async () => {
  const other = await startTestApp({ beside: t })
  try {
    expect((await other.visitor.get('/')).body).toContain('Rêves')
    await change({ siteName: 'Club' })
    await expect.poll(async () => (await other.visitor.get('/')).body).toContain('<title>Club</title>')
  } finally {
    await other.stop()
  }
})

test.each<[settings: object, message: string]>([
  [{ siteName: 'x'.repeat(41) }, 'The site name has 41 characters. Please use at most 40.'],
  [{ siteName: ' \n ' }, 'The site name is empty. Please enter a name.'],
  [{ siteName: '\u200B' }, 'The site name is empty. Please enter a name.'],
  [{ siteName: null }, 'Please enter the site’s name'],
])('%j is refused: %s', async (settings, message) => {
  const reply = await change(settings)
  expect([reply.statusCode, reply.json()]).toEqual([400, expect.objectContaining({ message })])
})
