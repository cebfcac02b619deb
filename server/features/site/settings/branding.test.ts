import { hash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { defaultBranding, defaultsFor } from '../../../../contract/site/default-branding.ts'
import { tools } from '../../../../contract/videos/videos.ts'
import { type Caller, insertVideos, refusalOf, startTestApp, testPerson, upload } from '../../../test/test-app.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { sweep } from '../../../sweep.ts'
import { testMailSite } from '../../account/email/mail-site.fixture.ts'
import { workOnEmails } from '../../account/email/send-email.jobs.ts'
import { readXml, unescape } from '../../discovery/rss/read-xml.fixture.ts'

const NAME = 'Les “Rêves” & <b>Co</b>, "Ltd"'

const { server, t } = testMailSite()
const admin = testPerson(t, { role: 'admin' })
let videoId: string
beforeAll(async () => {
  await workOnEmails(t.deps)
  videoId = (await insertVideos(t, admin.user.id, 1))[0]!
})
beforeEach(async () => {
  await t.db.deleteFrom('siteSettings').execute()
  await change({ siteName: NAME })
})

const change = (settings: object) => admin.caller.patch('/api/site-settings', settings)
/** Returns the data that a page has for the app. */
async function brandingOf(path: string): Promise<unknown> {
  const { body } = await t.visitor.get(path)
  const [, json = ''] = /<script type="application\/json" id="branding">(.*?)<\/script>/.exec(body) ?? []
  return JSON.parse(json) as unknown
}

const html = (body: string) => unescape(body.replaceAll(/<script.*?<\/script>/gs, ''))
const everyText = (body: string) => {
  const texts: string[] = []
  JSON.parse(body, (_key, value: unknown) => (typeof value === 'string' && texts.push(value), value))
  return texts.join('\n')
}

const named: [path: () => string, read: typeof html, shown: string][] = [
  [() => '/', html, `<title>${NAME}</title>`],
  [() => '/', html, `<meta property="og:site_name" content="${NAME}"/>`],
  [() => '/', html, `title="${NAME} (RSS)"`],
  [() => '/about', html, `<title>About · ${NAME}</title>`],
  [() => '/about', html, `What ${NAME} is for`],
  [() => '/rules', html, `allowed on ${NAME}, how`],
  [() => `/video/${videoId}`, html, ` · ${NAME}</title>`],
  [() => `/profile/${admin.user.username}`, html, ` on ${NAME}."`],
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
]

test('pages, feeds and documents have the custom name, and not the default one', async () => {
  for (const [path, read, shown] of named) {
    const { body } = await t.visitor.get(path())
    expect([path(), read(body)]).toEqual([path(), expect.stringContaining(shown)])
    expect([path(), body]).toEqual([path(), expect.not.stringContaining('Reverie')])
  }
})

test('a site name breaks neither the page’s data nor XML', async () => {
  const siteName = `</script><script>'"&\uFFFE`
  await change({ siteName })
  expect(await brandingOf('/')).toEqual({ siteName })
  for (const path of ['/feed.rss', '/feed.atom', '/opensearch.xml']) readXml((await t.visitor.get(path)).body)
  await change({ siteName: 'Reverie' })
  expect((await t.visitor.get('/')).body).not.toContain('id="branding"')
})

test.each([
  [NAME, NAME],
  ['Club\r\nBcc: all@example.org', 'Club Bcc: all@example.org'],
  ['"Club" <spoof@example.org>', '"Club" <spoof@example.org>'],
])('the sender name %j adds no header or address to an e-mail', async (siteName, name) => {
  expect((await change({ siteName })).statusCode).toBe(200)
  const { email } = (await t.signUp()).user
  const message = await server.emailTo(email)
  expect(message).toMatchObject({ from: { name, address: server.mail.from }, to: [{ address: email }] })
  expect(message.envelopeTo).toEqual([email])
  expect(message.headers.map(({ key }) => key)).not.toContain('bcc')
})

test('another process uses a new name at once', async () => {
  const other = await startTestApp({ beside: t })
  // A cached name cannot expire, so only the signal can drop it.
  stopClock()
  onTestFinished(() => other.stop())
  expect((await other.visitor.get('/')).body).toContain('Rêves')
  await change({ siteName: 'Club' })
  await expect.poll(async () => (await other.visitor.get('/')).body).toContain('<title>Club</title>')
})

const TAGLINE = 'Films by "the" <b>sea</b> & more'

const withTaglines: [path: string, read: typeof html, shown: string][] = [
  ['/', html, `<meta name="description" content="${TAGLINE}"/>`],
  ['/auth', html, `<meta property="og:description" content="${TAGLINE}"/>`],
  ['/', html, `<p>Dream <b>on</b><span`],
  ['/feed.rss', html, `<description>${TAGLINE}</description>`],
  ['/feed.atom', html, `<subtitle>${TAGLINE}</subtitle>`],
  ['/feed.json', everyText, TAGLINE],
  ['/manifest.webmanifest', everyText, TAGLINE],
]

test('pages and feeds have the custom taglines, and not the default ones', async () => {
  await change({ tagline: TAGLINE, splashTagline: 'Dream <b>on</b>' })
  for (const [path, read, shown] of withTaglines) {
    const { body } = await t.visitor.get(path)
    expect([path, read(body)]).toEqual([path, expect.stringContaining(shown)])
    expect([path, body]).toEqual([path, expect.not.stringMatching(/share and discover|for your imagination/)])
  }
})

test('the page contains the footer links and the default theme for the app', async () => {
  const footerLinks = [{ text: '"Blog" <x>', url: 'https://example.org/?a="b"' }]
  await change({ footerLinks, defaultTheme: 'system' })
  expect(await brandingOf('/')).toMatchObject({ footerLinks, defaultTheme: 'system' })
})

test('the page contains the offered AI tools once and in the usual order', async () => {
  await change({ tools: ['other', 'openai-sora', 'other', 'google-veo-3'] })
  expect(await brandingOf('/')).toMatchObject({ tools: ['google-veo-3', 'openai-sora', 'other'] })
  await change({ tools: tools.toReversed() })
  expect(await brandingOf('/')).toEqual({ siteName: NAME })
})

test('pages and the embedded player use the accent colour from the start', async () => {
  await change({ accentColour: ' #FFE600 ' })
  const expected =
    /html:root\[data-theme=light\]\{--accent:#af9e0f;--accent-strong:#\w+;--on-accent:#000000;--accent-ink:#\w+\}/
  const page = await t.visitor.get('/')
  const [, nonce = '', css] = /<style nonce="(.+?)">(html:root.*?)<\/style>/.exec(page.body) ?? []
  expect(css).toMatch(expected)
  expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
  for (const path of [`/embed/${videoId}`, '/embed/unknown']) {
    const { body, headers } = await t.visitor.get(path)
    const [, style = ''] = /<style>(.*?)<\/style><\/head>/.exec(body) ?? []
    expect(style).toMatch(expected)
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash('sha256', style, 'base64')}'`)
  }
  await change({ accentColour: '' })
  expect(await brandingOf('/')).toEqual({ siteName: NAME })
  for (const path of ['/', `/embed/${videoId}`]) expect((await t.visitor.get(path)).body).not.toContain('html:root')
})

const paint = (colour: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer()

test('an admin’s upload becomes the icon everywhere, without its metadata', async () => {
  const picture = await sharp(await paint('teal'))
    .withExif({ IFD0: { Artist: 'a name' } })
    .png()
    .toBuffer()
  const reply = await change({ icon: await upload(admin.caller, picture) })
  const { icon } = reply.json<{ icon: string }>()
  expect(icon).toMatch(/^[0-9a-f]{16}$/)
  const address = `/site-icon.webp?v=${icon}`
  expect(await brandingOf('/')).toEqual({ siteName: NAME, icon })
  for (const path of ['/', '/no/such/page', `/embed/${videoId}`, '/embed/unknown']) {
    const { body } = await t.visitor.get(path)
    expect(body).toContain(`<link rel="icon" href="${address}" type="image/webp" />`)
    expect(body).not.toMatch(/favicon\.svg|apple-touch-icon\.png/)
  }
  expect((await t.visitor.get('/manifest.webmanifest')).json()).toMatchObject({
    icons: [{ src: address, sizes: '512x512', type: 'image/webp' }],
  })
  for (const path of ['/feed.atom', '/feed.rss', '/feed.json', '/opensearch.xml']) {
    const { body } = await t.visitor.get(path)
    expect(body).toContain(`http://reverie.test${address}`)
    expect(body).not.toContain('.png')
  }
  const served = await t.visitor.get(address)
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const { exif, format, width, height } = await sharp(served.rawPayload).metadata()
  expect({ exif, format, width, height }).toEqual({ exif: undefined, format: 'webp', width: 512, height: 512 })

  const second = await change({ icon: await upload(admin.caller, await paint('red')) })
  const { icon: next } = second.json<{ icon: string }>()
  expect((await t.visitor.get('/')).body).toContain(`/site-icon.webp?v=${next}`)
  expect((await t.visitor.get(`/site-icon.webp?v=${next}`)).rawPayload).not.toEqual(served.rawPayload)

  await change({ icon: null })
  expect((await t.visitor.get('/')).body).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml" />')
  expect((await t.visitor.get(address)).statusCode).toBe(404)
})

test('caches keep the icon only under its own address', async () => {
  const { icon } = (await change({ icon: await upload(admin.caller, await paint('blue')) })).json<{ icon: string }>()
  const cachingOf = async (address: string) => (await t.visitor.get(address)).headers['cache-control']
  expect(await cachingOf(`/site-icon.webp?v=${icon}`)).toBe('public, max-age=86400')
  for (const query of ['?v=0123456789abcdef', `?v=${icon}&v=${icon}`, '']) {
    expect(await cachingOf(`/site-icon.webp${query}`)).toBe('no-store')
  }
})

test('the sweep deletes the pictures of former icons after an hour', async () => {
  const { icon } = (await change({ icon: await upload(admin.caller, await paint('green')) })).json<{ icon: string }>()
  const pictures = async () => (await t.rows('sitePictures')).map((row) => row.hash)
  const letAnHourPass = () => t.change('sitePictures', {}, { storedAt: sql`now() - interval '2 hours'` })
  await letAnHourPass()
  const second = await change({ icon: await upload(admin.caller, await paint('white')) })
  const { icon: next } = second.json<{ icon: string }>()
  await sweep(t.deps)
  expect(await pictures()).not.toContain(icon)
  await change({ icon: null })
  await sweep(t.deps)
  expect(await pictures()).toContain(next)
  await letAnHourPass()
  await sweep(t.deps)
  expect(await pictures()).toEqual([])
})

test.each<[what: string, make: (from: Caller) => Promise<string>, message: string]>([
  [
    'an SVG',
    (from) => upload(from, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')),
    'SVG files can contain scripts, so we don’t accept them. Please export it as a PNG.',
  ],
  [
    'a page',
    (from) => upload(from, Buffer.from('<!doctype html>')),
    'We can’t read this file as a picture. Use PNG, JPEG, WebP, GIF or AVIF.',
  ],
  [
    'another person’s upload',
    async () => upload((await t.signUp()).caller, await paint('teal')),
    'This upload is incomplete, not yours or already used. Please upload the picture again.',
  ],
  [
    'an address elsewhere',
    () => Promise.resolve('https://example.org/icon.png'),
    'This upload is incomplete, not yours or already used. Please upload the picture again.',
  ],
])('%s is refused as the icon, and all other settings stay unchanged', async (_what, make, message) => {
  const reply = await change({ icon: await make(admin.caller), tagline: 'Changed' })
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    expect.objectContaining({ message, issues: [{ path: 'icon', message }] }),
  ])
  expect((await admin.caller.get('/api/site-settings')).json()).toMatchObject({
    icon: null,
    tagline: defaultBranding.tagline,
  })
})

test('the button of an e-mail has the accent colour, readable in both schemes', async () => {
  const buttonOf = async () => {
    const { email } = (await t.signUp()).user
    return [
      ...String((await server.emailTo(email)).html).matchAll(/\.button \{.*?(background: #\w+; color: #\w+)/g),
    ].map(([, style]) => style)
  }
  expect(await buttonOf()).toEqual(['background: #5b3fd6; color: #fff', 'background: #b9a8ff; color: #17141f'])
  await change({ accentColour: '#ffe600' })
  expect(await buttonOf()).toEqual(['background: #af9e0f; color: #000000', 'background: #ffe600; color: #000000'])
})

const items = (count: number) => Array.from({ length: count }, (_, i) => ({ text: `Item ${i}`, url: null }))

test('the page contains the items of the ticker, or an empty list', async () => {
  for (const ticker of [[], items(30), [{ text: '</script>', url: '/rules' }]]) {
    expect((await change({ ticker })).json()).toMatchObject({ ticker })
    expect(await brandingOf('/')).toMatchObject({ ticker })
  }
  await change({ ticker: defaultsFor(NAME).ticker })
  expect(await brandingOf('/')).toEqual({ siteName: NAME })
})

test.each<[settings: object, message: string]>([
  [{ siteName: 'x'.repeat(41) }, 'The site name has 41 characters. Please use at most 40.'],
  [{ siteName: ' \n ' }, 'The site name is empty. Please enter one.'],
  [{ siteName: '\u200B' }, 'The site name is empty. Please enter one.'],
  [{ siteName: null }, 'The site name is empty. Please enter one.'],
  [{ tagline: 'x'.repeat(101) }, 'The tagline has 101 characters. Please use at most 100.'],
  [{ splashTagline: 'x'.repeat(61) }, 'The splash tagline has 61 characters. Please use at most 60.'],
  [{ splashTagline: '' }, 'The splash tagline is empty. Please enter one.'],
  [{ notFoundHeading: 'x'.repeat(61) }, 'The heading of the 404 page has 61 characters. Please use at most 60.'],
  [{ notFoundText: ' ' }, 'The text of the 404 page is empty. Please enter one.'],
  ...['red', '#ff5b3', '#ff5b3g', 'ff5b32', '#ff5b32;}'].map((accentColour): [object, string] => [
    { accentColour },
    `The accent colour “${accentColour}” isn’t a colour code. Please use # and six hex digits, such as #ff5b32.`,
  ]),
  [{ defaultTheme: 'pink' }, 'The default theme "pink" is unknown. Please choose dark, light or system.'],
  [
    { footerLinks: [{ text: 'Blog', url: null }] },
    '“Blog” in the footer has no address. Please end its line with one, such as https://example.org or /rules.',
  ],
  [
    { footerLinks: [{ text: 'Blog', url: 'javascript:alert(1)' }] },
    '“javascript:alert(1)” in the footer isn’t a web address. Please start it with https://, http:// or /.',
  ],
  [
    { footerLinks: items(9).map((link) => ({ ...link, url: '/rules' })) },
    'The footer has 9 links. Please use at most 8.',
  ],
  [{ tools: [] }, 'The list of AI tools is empty. Please choose at least one.'],
  [{ tools: ['other', 'a-camera'] }, `The AI tool "a-camera" is unknown. Please choose from: ${tools.join(', ')}.`],
  [{ ticker: items(31) }, 'The ticker has 31 items. Please use at most 30.'],
  [
    { ticker: [{ text: 'x'.repeat(121), url: null }] },
    `“${'x'.repeat(20)}…” in the ticker has 121 characters. Please use at most 120.`,
  ],
  [{ ticker: [{ text: ' ', url: null }] }, 'An item of the ticker has no text. Please enter one.'],
  [
    { ticker: [{ text: 'x', url: `https://example.org/${'x'.repeat(500)}` }] },
    'An address in the ticker is too long. Please use at most 500 characters.',
  ],
  ...[
    'javascript:alert(1)',
    'ftp://example.org',
    'example.org',
    '//example.org',
    '/\\example.org',
    '/\t/example.org',
    'https://',
    'https:///example.org',
    'https://[example',
  ].map((url): [object, string] => [
    { ticker: [{ text: 'x', url }] },
    `“${url}” in the ticker isn’t a web address. Please start it with https://, http:// or /.`,
  ]),
])('%j is refused: %s', async (settings, message) => {
  const reply = await change(settings)
  expect(refusalOf(reply)).toEqual([400, message])
})
