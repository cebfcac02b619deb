import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sitePageNames, type SitePage } from '../../../../contract/site/static-pages.ts'
import { buildApp } from '../../../app.ts'
import { createLogger } from '../../../setup/logger.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { callerOf, signUp, type Caller, testApp } from '../../../test/test-app.ts'
import { changeSiteSettings } from '../settings/change-site-settings.ts'
import { renderMarkdown } from './render-markdown.ts'

const t = testApp()
let visitor: Caller
const log: string[] = []
beforeAll(async () => {
  const app = await buildApp(t.deps, { log: createLogger({ output: { write: (line) => void log.push(line) } }) })
  visitor = callerOf(app)
})
afterEach(async () => {
  log.length = 0
  await rm(t.deps.pagesFolder, { recursive: true, force: true })
})

const file = (name: string) => join(t.deps.pagesFolder, name)
async function write(name: string, text: string | Buffer): Promise<void> {
  await mkdir(t.deps.pagesFolder, { recursive: true })
  await writeFile(file(name), text)
}
const read = async (name: string) => (await visitor.get(`/api/site-pages/${name}`)).json<SitePage>()

test('a static page without a file shows the name of the file', async () => {
  for (const name of sitePageNames) {
    const { title, html } = await read(name)
    expect(title.toLowerCase()).toBe(name)
    expect(html).toContain('This page is not complete.')
    expect(html).toContain(`<code>${name}.md</code>`)
    const page = await visitor.get(`/${name}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`<title>${title} · Reverie</title>`)
  }
  expect(log).toEqual([])
})

test('pages and the sitemap link to the contact page only if it has text', async () => {
  const isLinked = async () => {
    const [page, sitemap] = await Promise.all([visitor.get('/about'), visitor.get('/sitemap.xml')])
    expect(sitemap.body).toContain('<loc>http://reverie.test/terms</loc>')
    const links = [
      page.body.includes('"hasContact":true'),
      sitemap.body.includes('<loc>http://reverie.test/contact</loc>'),
    ]
    expect(new Set(links).size).toBe(1)
    // The signal drops the cached sitemap, so that the next call reads a new one.
    t.deps.signals.emit(VIDEO_CHANGED, '')
    return links[0]
  }
  expect(await isLinked()).toBe(false)
  await write('contact.md', 'Write to us.')
  expect(await isLinked()).toBe(true)
  await write('contact.md', ' ')
  expect(await isLinked()).toBe(false)
  await rm(file('contact.md'))

  const { user } = await signUp(t.app)
  await changeSiteSettings(t.deps, user.id, { contact: 'us@example.org' })
  expect(await isLinked()).toBe(true)
  expect(await read('contact')).toEqual({ title: 'Contact', html: '<p>us@example.org</p>\n' })
  await write('contact.md', 'Write to us.')
  expect((await read('contact')).html).toContain('Write to us.')
  await changeSiteSettings(t.deps, user.id, { contact: null })
})

test('an edited static page and its head are shown at the next reload', async () => {
  await write('terms.md', '# House rules\r\n\r\nBe *kind*.\nAlways.\n\n# More\n\n| a | b |\n|--|--|\n| 1 | 2 |')
  const { headers, body } = await visitor.get('/api/site-pages/terms')
  const { title, html } = JSON.parse(body) as SitePage
  expect(title).toBe('House rules')
  expect(html).toContain('<p>Be <em>kind</em>.\nAlways.</p>\n<h2>More</h2>')
  expect(headers.etag).toBeTruthy()
  const unchanged = { method: 'GET', url: '/api/site-pages/terms', headers: { 'if-none-match': headers.etag } } as const
  expect((await visitor.inject(unchanged)).statusCode).toBe(304)
  expect((await visitor.get('/terms')).body).toMatch(
    /<title>House rules · Reverie<\/title>[^]*content="Be kind. Always."/,
  )

  await write('terms.md', '# House rulez\n\nBe *mild*.')
  expect(await read('terms')).toEqual({ title: 'House rulez', html: '<p>Be <em>mild</em>.</p>\n' })
  expect((await visitor.inject(unchanged)).statusCode).toBe(200)
  await rm(file('terms.md'))
  expect((await read('terms')).title).toBe('Terms')
})

test.each([
  ['<script>hacked()</script>\n\n<b onclick=x>', /<script|<b/],
  ['[a](javascript:hacked()) [b](JaVaScRiPt&colon;hacked()) [c](data:text/html,x) [d](vbscript:x)', /href/],
  [
    '[a](//evil.example) [b](/\\evil.example) [c](\\\\evil.example) [d](file:///etc/passwd)',
    /href="(\/\/|\/\\|\\|file)/,
  ],
  ['![x](https://evil.example/pixel.png) ![y](/objects/x)', /<img/],
  ['<https://example.org/"onmouseover="x>', /"onmouseover/],
  ['[a]: javascript:x\n\n[a]', /href/],
])('static pages render no scripts, images or unsafe links: %s', (text, forbidden) => {
  expect(renderMarkdown(text, 'Terms').html).not.toMatch(forbidden)
})

test('aligned columns have a class, because the page’s policy forbids inline styles', () => {
  const { html } = renderMarkdown('| a | b | c | d |\n|:-|:-:|-:|-|\n| 1 | 2 | 3 | 4 |', 'Terms')
  expect(html).not.toContain('style')
  for (const side of ['left', 'center', 'right']) expect(html.split(`class="aligned-${side}"`)).toHaveLength(3)
  expect(html).toContain('<td>4</td>')
})

test('links lead to other sites, mail and pages without a referrer', () => {
  const { html } = renderMarkdown('[a](https://example.org) <mailto:a@example.org> [c](/about) [d](#top)', 'Terms')
  for (const href of ['https://example.org', 'mailto:a@example.org', '/about', '#top']) {
    expect(html).toContain(`<a href="${href}" rel="noopener noreferrer">`)
  }
})

test.each([
  ['too large', (name: string) => write(name, 'x'.repeat(256 * 1024 + 1)), 'it is larger than 256 kB'],
  ['not text', (name: string) => write(name, Buffer.from([0xff, 0xfe, 0x00, 0x41])), 'it is not UTF-8 text'],
  ['empty', (name: string) => write(name, ' \n'), 'it is empty'],
  ['a folder', (name: string) => mkdir(file(name), { recursive: true }), 'it is not a file'],
  [
    'a link out of the folder',
    async (name: string) => {
      await mkdir(t.deps.pagesFolder)
      await symlink('/etc/passwd', file(name))
    },
    'it is a link that leads out of its folder',
  ],
  [
    'a pipe',
    async (name: string) => {
      await mkdir(t.deps.pagesFolder)
      execFileSync('mkfifo', [file(name)])
    },
    'it is not a file',
  ],
])('a file that is %s is reported in the log once, and the default text is shown', async (_kind, make, reason) => {
  await make('contact.md')
  for (const _ of ['once', 'twice']) {
    const reply = await visitor.get('/api/site-pages/contact')
    expect([reply.statusCode, reply.json<SitePage>().title]).toEqual([200, 'Contact'])
    expect(reply.body).not.toContain('root:')
  }
  expect(log).toHaveLength(1)
  expect(log[0]).toContain(`contact.md is not shown: ${reason}.`)
})

test('symbolic links within the folder of static pages are followed', async () => {
  await write('kept.txt', '# Kept')
  await symlink('kept.txt', file('privacy.md'))
  expect((await read('privacy')).title).toBe('Kept')
})

test('names other than those of the static pages are refused', async () => {
  await write('secret.md', 'secret')
  for (const name of ['secret', '..%2Fsession-secret', '..%2f..%2fetc%2fpasswd', 'privacy.md', '%00', '__proto__']) {
    expect((await visitor.get(`/api/site-pages/${name}`)).statusCode).toBe(400)
  }
})
