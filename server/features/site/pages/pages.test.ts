import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { buildApp } from '../../../app.ts'
import { appOfTest, type Caller, insertVideos, jobOf, publish, testApp } from '../../../test/test-app.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { setRole } from '../../moderation/decisions/people.fixture.ts'
import { signUpEstablished } from '../../moderation/new-account-limits/new-accounts.fixture.ts'
import { hideVideo, showVideo } from '../../videos/publishing/hide-video.ts'
import { makePoster } from '../../videos/renditions/render.jobs.ts'
import { readHead } from './heads/read-head.fixture.ts'

const ORIGIN = 'http://reverie.test'
const payload = `</script><script>window.hacked=1</script>"'<!-- &amp; \u2028\u2029`

const t = testApp()
let owner: Caller
let username: string
let video: Video

beforeAll(async () => {
  const person = await t.signUp()
  owner = person.caller
  username = person.user.username ?? ''
  video = await publishWithPoster(owner, {
    title: 'First light',
    caption: 'Morning light\n crossing a quiet room',
    tags: 'dawn, window',
    toolUsed: 'google-veo-3',
  })
})

/** Publishes a clip and makes its poster, without which its page shows nothing of it before the app has loaded. */
async function publishWithPoster(caller: Caller, fields: object = {}): Promise<Video> {
  const { id } = await publish(caller, 'plain-h264.mp4', fields)
  await makePoster(t.deps, jobOf({ videoId: id }))
  return (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
}

const headOf = async (path: string, caller: Caller = t.visitor) => readHead(await caller.get(path))

test('the page of a video names its title, creator, poster and player', async () => {
  const head = await headOf(`/video/${video.id}`)
  expect(head.status).toBe(200)
  expect(head.title).toBe('First light · Reverie')
  expect(head.canonical).toBe(`${ORIGIN}/video/${video.id}`)
  const description = 'Morning light crossing a quiet room By Somebody, made with Google Veo 3.'
  expect(Object.fromEntries(head.meta)).toMatchObject({
    description,
    'og:site_name': 'Reverie',
    'og:type': 'video.other',
    'og:title': 'First light',
    'og:description': description,
    'og:url': `${ORIGIN}/video/${video.id}`,
    'og:image': ORIGIN + video.thumbnailUrl,
    'og:image:alt': 'First light',
    'og:video': ORIGIN + video.videoUrl,
    'og:video:type': 'video/mp4',
    'og:video:width': String(video.width),
    'og:video:height': String(video.height),
    'video:tag': 'window',
    'twitter:card': 'player',
    'twitter:player': `${ORIGIN}/embed/${video.id}`,
  })
  expect(head.meta.has('robots')).toBe(false)
  expect(head.data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: 'First light',
    thumbnailUrl: [ORIGIN + video.thumbnailUrl],
    contentUrl: ORIGIN + video.videoUrl,
    embedUrl: `${ORIGIN}/embed/${video.id}`,
    uploadDate: video.createdAt,
    duration: expect.stringMatching(/^PT\d+(\.\d)?S$/),
    keywords: ['dawn', 'window'],
    creator: { name: 'Somebody', url: `${ORIGIN}/profile/${username}` },
  })
})

test('the page preloads the first visible picture', async () => {
  // The newest clip is the first on the wall.
  const { id, thumbnailUrl } = await publishWithPoster(owner)
  const preload = `<link rel="preload" as="image" href="${thumbnailUrl}" fetchpriority="high"/>`
  expect((await headOf('/')).body).toContain(preload)
  expect((await headOf(`/video/${id}`)).body).toContain(preload)
  expect((await headOf('/about')).body).not.toContain('as="image"')

  await hideVideo(t.deps, id, 'file')
  for (const path of ['/', `/video/${id}`]) {
    expect((await headOf(path, owner)).body).not.toContain(thumbnailUrl)
  }
  await showVideo(t.deps, id, 'file')
  expect((await headOf('/')).body).toContain(preload)
})

test('the stated size of a poster is its actual size', async () => {
  const { meta } = await headOf(`/video/${video.id}`)
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp((await t.visitor.get(video.thumbnailUrl!)).rawPayload).metadata()
  expect([meta.get('og:image:width'), meta.get('og:image:height')]).toEqual([String(width), String(height)])
})

test('the page of a video without a playable file and poster omits their tags', async () => {
  const { id } = await publish(owner, 'quicktime.mov', { title: 'A film' })
  const { meta, data } = await headOf(`/video/${id}`)
  expect(meta.get('twitter:card')).toBe('summary')
  expect([meta.has('og:image'), meta.has('og:video')]).toEqual([false, false])
  expect(data).not.toHaveProperty('contentUrl')
})

test('over https, the page of a video marks its file as secure', async () => {
  await using app = await buildApp({ ...t.deps, config: { ...t.deps.config, publicUrl: 'https://reverie.test' } })
  const { body } = await app.inject(`/video/${video.id}`)
  expect(body).toContain(`<meta property="og:video:secure_url" content="https://reverie.test${video.videoUrl}"/>`)
})

test('the page of a person describes that person', async () => {
  const { user, caller } = await t.signUp()
  await caller.put(`/api/users/${user.id}`, { bio: 'Makes clouds.', website: 'clouds.example.org' })
  for (const path of [`/profile/${user.username}`, `/profile/${user.username?.toUpperCase()}`]) {
    const head = await headOf(path)
    expect([head.status, head.title]).toEqual([200, 'Somebody · Reverie'])
    expect(head.canonical).toBe(`${ORIGIN}/profile/${user.username}`)
    expect(Object.fromEntries(head.meta)).toMatchObject({
      description: 'Makes clouds.',
      'og:type': 'profile',
      'profile:username': user.username,
    })
    expect(head.data).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { alternateName: `@${user.username}`, sameAs: ['https://clouds.example.org'] },
    })
    expect(head.body).not.toContain(user.email)
  }
})

test('search engines do not get a new account’s website on a moderated site', async () => {
  const newcomer = await t.signUp()
  const known = await signUpEstablished(t)
  for (const { user, caller } of [newcomer, known]) {
    await caller.put(`/api/users/${user.id}`, { website: 'https://clouds.example.org' })
  }
  const named = async () => {
    const heads = await Promise.all([newcomer, known].map(({ user }) => headOf(`/profile/${user.username}`)))
    return heads.map(({ data }) => 'sameAs' in (data as { mainEntity: object }).mainEntity)
  }
  expect(await named()).toEqual([true, true])
  const moderator = await t.signUp({ role: 'moderator' })
  onTestFinished(() => setRole(t, moderator, 'member'))
  // The cached profile expires after a second or when the profile changes.
  for (const { user } of [newcomer, known]) t.deps.signals.emit(PROFILE_CHANGED, user.id)
  expect(await named()).toEqual([false, true])
})

test.each(['/', '/creators', '/about', '/about/trust', '/rules', '/log'])(
  'the page %s describes itself',
  async (path) => {
    const { meta, canonical, title } = await headOf(path)
    expect(title).toMatch(/^(Creators|About|Trust|Rules|Public log) · Reverie$|^Reverie$/)
    expect(canonical).toBe(ORIGIN + path)
    expect([meta.get('og:url'), meta.get('og:type')]).toEqual([ORIGIN + path, 'website'])
    expect(meta.get('description')).toMatch(/\w{3,}/)
  },
)

test('pages tell search engines and browsers how to search the site', async () => {
  const { data, body } = await headOf('/')
  expect(data).toMatchObject({
    '@type': 'WebSite',
    potentialAction: { '@type': 'SearchAction', target: { urlTemplate: `${ORIGIN}/search?q={search_term_string}` } },
  })
  expect(body).toContain('<link rel="search" href="/opensearch.xml" type="application/opensearchdescription+xml"')
  const described = await t.visitor.get('/opensearch.xml')
  expect(described.headers['content-type']).toMatch(/^application\/opensearchdescription\+xml/)
  expect(described.body).toContain(`<Url type="text/html" template="${ORIGIN}/search?q={searchTerms}"/>`)
  const { title, meta } = await headOf('/search?q=fog')
  expect([title, meta.get('robots')]).toEqual(['Search · Reverie', 'noindex'])
})

test.each(['/auth', '/upload', '/profile', '/settings/standing', '/nothing'])(
  'search engines are told not to index %s',
  async (path) => {
    const { meta, canonical } = await headOf(path)
    expect([meta.get('robots'), canonical]).toEqual(['noindex', undefined])
  },
)

describe('missing and inaccessible pages return 404', () => {
  test.each(['00000000-0000-4000-8000-000000000000', '1', '%00', 'x'.repeat(299)])('video %s: 404', async (id) => {
    const { status, title, data, meta } = await headOf(`/video/${id}`)
    expect([status, title, data, meta.has('og:url')]).toEqual([404, 'Video not found · Reverie', undefined, false])
  })

  test.each(['nobodyofthatname', 'no_name', '%F0%9F%8C%99', 'x'.repeat(299)])('person %s: 404', async (name) => {
    const { status, title, data } = await headOf(`/profile/${name}`)
    expect([status, title, data]).toEqual([404, 'User not found · Reverie', undefined])
  })

  test('the page of a hidden video is a 404, even for its owner', async () => {
    const { id } = await publishWithPoster(owner, { title: 'Between us', caption: 'Not for others' })
    expect((await headOf(`/video/${id}`)).title).toBe('Between us · Reverie')
    await hideVideo(t.deps, id, 'file')
    for (const caller of [t.visitor, owner]) {
      const { status, body } = await headOf(`/video/${id}`, caller)
      expect(status).toBe(404)
      expect(body).not.toMatch(/Between us|Not for others/)
    }
    for (const path of [`/embed/${id}`, `/oembed?url=${ORIGIN}/video/${id}`]) {
      const reply = await t.visitor.get(path)
      expect([path, reply.statusCode]).toEqual([path, 404])
      expect(reply.body).not.toContain('Between us')
    }
    expect((await t.visitor.get('/sitemap.xml')).body).not.toContain(id)
  })
})

test('a clip’s page shows its title and poster before the app loads', async () => {
  const { body } = await t.visitor.get(`/video/${video.id}`)
  const root = body.slice(body.indexOf('<div id="root">'))
  expect(root).toMatch(/<h1[^>]*><bdi>First light<\/bdi><\/h1>/)
  expect(root).toContain(`<img src="${video.thumbnailUrl}"`)
  expect(root).toContain(`--ratio: ${video.width! / video.height!};`)
  expect(root).not.toContain('{{')
  for (const path of ['/', '/about', `/video/${video.id}/remixes`, '/video/nothing']) {
    expect((await t.visitor.get(path)).body).not.toMatch(/id="stage"|<!--stage/)
  }
})

test('user texts are escaped everywhere on a page', async () => {
  const { user, caller } = await t.signUp()
  await caller.put(`/api/users/${user.id}`, { displayName: payload, bio: payload })
  const { id } = await publishWithPoster(caller, { title: payload, caption: payload, tags: payload.slice(0, 30) })
  for (const path of [`/video/${id}`, `/profile/${user.username}`]) {
    const { body, meta, title, data } = await headOf(path)
    expect(body.slice(body.indexOf('<body>'))).not.toContain(payload)
    expect(body.match(/<script/g)).toHaveLength((await t.visitor.get('/about')).body.match(/<script/g)!.length + 1)
    // Titles are trimmed, and the separators are white space.
    expect(title).toBe(`${payload.trim()} · Reverie`)
    expect(meta.get('og:title')).toBe(payload.trim())
    expect(JSON.stringify(data)).toContain(JSON.stringify(payload.trim()).slice(1, -1))
  }
  const embedded = (await t.visitor.get(`/embed/${id}`)).body
  expect(embedded).not.toMatch(/hacked=1<\/script>/)
  expect(embedded.match(/<script/g)).toHaveLength(1)
})

test('an edited title is on the page at once', async () => {
  const { id } = await publish(owner, 'plain-h264.mp4', { title: 'Before' })
  expect((await headOf(`/video/${id}`)).title).toBe('Before · Reverie')
  await owner.patch(`/api/videos/${id}`, { title: 'After' })
  expect((await headOf(`/video/${id}`)).title).toBe('After · Reverie')
  await owner.delete(`/api/videos/${id}`)
  expect((await headOf(`/video/${id}`)).status).toBe(404)
})

test('concurrent requests for a page share one query', async () => {
  const { id } = await publish(owner)
  stopClock()
  // Caches the settings, which were read at some time before.
  await t.visitor.get('/about')
  const ask = () => t.visitor.get(`/video/${id}`)
  expect(await t.countQueries(() => Promise.all(Array.from({ length: 20 }, ask)))).toBe(1)
  expect(await t.countQueries(() => t.visitor.get('/video/no-id'))).toBe(0)
  expect(await t.countQueries(() => Promise.all(Array.from({ length: 20 }, () => t.visitor.get('/'))))).toBe(1)
  expect(await t.countQueries(() => t.visitor.get('/about'))).toBe(0)
})

test('the sitemap lists every visible video', async () => {
  expect((await t.visitor.get('/robots.txt')).body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  const { headers, body } = await t.visitor.get('/sitemap.xml')
  expect(headers['content-type']).toMatch(/^application\/xml/)
  const { rows } = await sql<{ id: string }>`select id from videos where not is_hidden`.execute(t.db)
  for (const { id } of rows) expect(body).toContain(`<loc>${ORIGIN}/video/${id}</loc>`)
  for (const path of ['/', '/creators', '/about/trust', '/rules', '/log'])
    expect(body).toContain(`<loc>${ORIGIN}${path}</loc>`)
})

test('the sitemap is compressed, and is sent again only after it has changed', async () => {
  const alone = await appOfTest()
  const { user, caller } = await alone.signUp()
  // Short replies are not compressed.
  await insertVideos(alone, user.id, 20)
  const ask = (headers: Record<string, string>) => alone.visitor.inject({ method: 'GET', url: '/sitemap.xml', headers })
  const plain = await ask({})
  const compressed = await ask({ 'accept-encoding': 'gzip' })
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: expect.stringContaining('Accept-Encoding'),
  })
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
  for (const { headers } of [plain, compressed]) {
    const encoding = String(headers['content-encoding'] ?? 'identity')
    const known = await ask({ 'accept-encoding': encoding, 'if-none-match': String(headers.etag) })
    expect([known.statusCode, known.body]).toEqual([304, ''])
  }
  await publish(caller)
  expect((await ask({ 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(200)
})

test('the server answers every path of the web app’s routes', async () => {
  const files = ['router.tsx', 'other-pages.tsx'].map((name) => new URL(`../../../../web/${name}`, import.meta.url))
  const source = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('')
  const paths = [
    ...[...source.matchAll(/["'](\/[^"']*)["']/g)].map(([, path = '']) => path.replace(/\/:\w+\?$/, '')),
    ...[...source.matchAll(/\(\?<\w+>([a-z|]+)\)/g)].flatMap(([, names = '']) =>
      names.split('|').map((name) => `/${name}`),
    ),
  ]
  expect(paths).toEqual(expect.arrayContaining(['/upload', '/profile', '/rising', '/terms', '/reports/:id']))
  // A path that is missing here belongs in `screens.ts` or `pages.routes.ts`.
  expect(paths.filter((url) => !t.app.hasRoute({ method: 'GET', url }))).toEqual([])
})
