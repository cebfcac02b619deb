import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { feedFormats, feedPath, feedTypes } from '../../../../contract/discovery/rss.ts'
import { tagPath } from '../../../../contract/videos/tags.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { appOfTest, insertVideos, jobOf, publish, testApp, testPerson } from '../../../test/test-app.ts'
import { makePoster, makePreview } from '../../videos/renditions/render.jobs.ts'
import { indexVideos } from '../search/indexing/index-videos.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { all, one, readXml } from './read-xml.fixture.ts'

const ORIGIN = 'http://reverie.test'
const hostile = `]]>"'<b>&amp; \u0007\u000B\uFFFE\u202E 🌊 </title>`

const t = testApp()
const owner = testPerson(t)
let video: Video
beforeAll(async () => {
  const fields = { title: `Dawn ${hostile}`, caption: hostile, prompt: 'a slow\ndolly', tags: 'Dawn, C&A' }
  const { id } = await publish(owner.caller, 'plain-h264.mp4', {
    ...fields,
    toolUsed: 'google-veo-3',
    model: 'Veo 3.1',
  })
  const job = jobOf({ videoId: id })
  await makePoster(t.deps, job)
  await makePreview(t.deps, job)
  await indexVideos(t.deps)
  video = (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
})

const xmlOf = async (path: string) => readXml((await t.visitor.get(path)).body)

interface JsonFeed {
  version: string
  title: string
  home_page_url: string
  feed_url: string
  items: (Record<string, unknown> & { id: string; attachments?: Record<string, unknown>[] })[]
}
const jsonOf = async (path: string) => (await t.visitor.get(path)).json<JsonFeed>()

test('Atom has the elements that RFC 4287 requires', async () => {
  const feed = await xmlOf('/feed.atom')
  expect([feed.name, feed.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
  expect(one(feed, 'id').text).toBe(`${ORIGIN}/`)
  expect(one(feed, 'title').text).toBe('Reverie')
  expect(all(feed, 'link').map(({ attributes }) => [attributes['rel'], attributes['href']])).toEqual([
    ['self', `${ORIGIN}/feed.atom`],
    ['alternate', `${ORIGIN}/`],
  ])
  const entry = one(feed, 'entry')
  expect(one(feed, 'updated').text).toBe(one(entry, 'updated').text)
  expect(one(entry, 'id').text).toBe(`urn:uuid:${video.id}`)
  expect(one(entry, 'published').text).toBe(video.createdAt)
  expect(one(one(entry, 'author'), 'uri').text).toBe(`${ORIGIN}/profile/${owner.user.username}`)
  expect(all(entry, 'category').map(({ attributes }) => attributes['term'])).toEqual(['Dawn', 'C&A'])
  const [alternate, enclosure] = all(entry, 'link')
  expect(alternate?.attributes).toMatchObject({ rel: 'alternate', href: `${ORIGIN}/video/${video.id}` })
  const { headers, rawPayload } = await t.visitor.get(video.videoUrl)
  expect(enclosure?.attributes).toEqual({
    rel: 'enclosure',
    type: headers['content-type'],
    length: String(rawPayload.length),
    href: ORIGIN + video.videoUrl,
  })
})

test('RSS has the elements that RSS, Media RSS and podcast players need', async () => {
  const rss = await xmlOf('/feed.rss')
  expect(rss.attributes['version']).toBe('2.0')
  const channel = one(rss, 'channel')
  for (const name of ['title', 'link', 'description', 'itunes:explicit']) expect(one(channel, name).text).not.toBe('')
  const item = one(channel, 'item')
  expect(one(item, 'guid')).toMatchObject({ attributes: { isPermaLink: 'false' }, text: `urn:uuid:${video.id}` })
  expect(new Date(one(item, 'pubDate').text).getTime()).toBe(Math.floor(Date.parse(video.createdAt) / 1000) * 1000)
  const { url, length, type } = one(item, 'enclosure').attributes
  expect([url, type]).toEqual([ORIGIN + video.videoUrl, 'video/mp4'])
  const media = one(item, 'media:group')
  expect(one(media, 'media:content').attributes).toEqual({
    url,
    fileSize: length,
    type,
    medium: 'video',
    width: String(video.width),
    height: String(video.height),
    duration: String(Math.round(video.durationSeconds ?? 0)),
  })
  expect(one(media, 'media:thumbnail').attributes['url']).toBe(ORIGIN + video.thumbnailUrl)
  expect(one(media, 'media:player').attributes['url']).toBe(`${ORIGIN}/embed/${video.id}`)
  expect(one(media, 'media:keywords').text).toBe('Dawn, C&A')
  expect(one(media, 'media:credit').attributes['role']).toBe('author')
  expect(one(item, 'itunes:duration').text).toMatch(/^\d+$/)
})

test('JSON Feed has its required fields and says how the clip was made', async () => {
  const feed = await jsonOf('/feed.json')
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Reverie',
    home_page_url: `${ORIGIN}/`,
    feed_url: `${ORIGIN}/feed.json`,
  })
  expect(feed.items).toHaveLength(1)
  expect(feed.items[0]).toMatchObject({
    id: `urn:uuid:${video.id}`,
    url: `${ORIGIN}/video/${video.id}`,
    image: ORIGIN + video.thumbnailUrl,
    content_html: expect.stringContaining('<p>Made with Veo 3.1, Google Veo 3.</p>'),
    tags: ['Dawn', 'C&A'],
    attachments: [{ url: ORIGIN + video.videoUrl, mime_type: 'video/mp4', duration_in_seconds: video.durationSeconds }],
    _video: { prompt: 'a slow\ndolly', tool: 'Google Veo 3', model: 'Veo 3.1', made_with_ai: true },
  })
})

test('user texts cannot close an element, and characters that XML forbids are removed', async () => {
  // Titles are cleaned before they are stored: each group of control characters has become a space.
  const title = `Dawn ]]>"'<b>&amp;   🌊 </title>`
  const entry = one(await xmlOf('/feed.atom'), 'entry')
  expect(one(entry, 'title').text).toBe(title)
  expect(one(entry, 'content').text).not.toContain('<b>')
  expect(one(one(one(await xmlOf('/feed.rss'), 'channel'), 'item'), 'description').text).not.toContain('<b>')
})

test('people, tags and tools have feeds with their own URLs and ids', async () => {
  const other = await t.signUp()
  const [theirs] = await insertVideos(t, other.user.id, 1)
  onTestFinished(async () => void (await other.caller.delete(`/api/videos/${theirs}`)))
  const idsOf = async (page: string) => (await jsonOf(feedPath(page, 'json'))).items.map(({ id }) => id)
  expect(await idsOf('/')).toEqual([`urn:uuid:${theirs}`, `urn:uuid:${video.id}`])
  for (const page of [`/profile/${owner.user.username}`, tagPath('dawn'), tagPath('C&A'), '/tool/google-veo-3']) {
    expect(await idsOf(page)).toEqual([`urn:uuid:${video.id}`])
    expect(await jsonOf(feedPath(page, 'json'))).toMatchObject({
      home_page_url: ORIGIN + page,
      feed_url: `${ORIGIN}${page}/feed.json`,
    })
    expect(one(await xmlOf(feedPath(page, 'atom')), 'id').text).toMatch(/^(urn:uuid:|http:\/\/reverie\.test\/t)/)
  }
  expect(await idsOf(tagPath('../..'))).toEqual([])
  for (const format of feedFormats) {
    expect((await t.visitor.get(`/profile/nobodyatall/feed.${format}`)).statusCode).toBe(404)
    expect((await t.visitor.get(`/tool/a-camera/feed.${format}`)).statusCode).toBe(404)
  }
})

test('a feed has at most thirty items and no hidden clips', async () => {
  const alone = await appOfTest()
  const { user } = await alone.signUp()
  const page = `/profile/${user.username}`
  const empty = readXml((await alone.visitor.get(feedPath(page, 'atom'))).body)
  expect([all(empty, 'entry'), one(empty, 'updated').text]).toEqual([[], '1970-01-01T00:00:00Z'])
  const [newest = '', ...others] = await insertVideos(alone, user.id, 32)
  expect((await alone.visitor.get(feedPath(page, 'json'))).json<JsonFeed>().items).toHaveLength(30)
  await hideVideo(alone.deps, newest, 'moderation')
  for (const format of feedFormats) {
    const { body } = await alone.visitor.get(feedPath(page, format))
    expect(body).not.toContain(newest)
    expect(body).toContain(others[29])
  }
})

test.each(feedFormats)('%s has a content type and an ETag, and is compressed on request', async (format) => {
  const { headers, body } = await t.visitor.get(`/feed.${format}`)
  expect(headers['content-type']).toBe(`${feedTypes[format]}; charset=utf-8`)
  const url = `/feed.${format}`
  const again = await t.visitor.inject({ method: 'GET', url, headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const small = await t.visitor.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } })
  expect(small.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(small.rawPayload).toString()).toBe(body)
})

test('a feed links to the preview if readers cannot play the file', async () => {
  const { originalId } = await t.row('videos', video.id)
  onTestFinished(() => t.change('objects', originalId, { contentType: 'video/mp4' }))
  await t.change('objects', originalId, { contentType: 'video/x-matroska' })
  const bytes = (await t.visitor.get(video.previewUrl ?? '')).rawPayload
  await expect
    .poll(async () => (await jsonOf('/tool/google-veo-3/feed.json')).items[0]?.attachments)
    .toEqual([
      {
        url: ORIGIN + video.previewUrl,
        mime_type: 'video/mp4',
        size_in_bytes: bytes.length,
        duration_in_seconds: video.durationSeconds,
      },
    ])
})
