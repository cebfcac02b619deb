import { beforeAll, expect, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { jobOf, publish, testApp, testPerson } from '../../../test/test-app.ts'
import { makePoster } from '../../videos/renditions/render.jobs.ts'
import type { OembedVideo } from './oembed.routes.ts'

const ORIGIN = 'http://reverie.test'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const t = testApp()
const owner = testPerson(t)
/** A 9:16 clip. */
let video: Video

beforeAll(async () => {
  const { id } = await publish(owner.caller, 'plain-h264.mp4', { title: 'Tall & "quoted"' })
  await makePoster(t.deps, jobOf({ videoId: id }))
  video = (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
})

const oembed = (query: Record<string, string>) => t.visitor.get(`/oembed?${new URLSearchParams(query).toString()}`)
const page = () => `${ORIGIN}/video/${video.id}`

test('any site may embed the player, which has few rights and no cookie', async () => {
  const { statusCode, headers, body } = await t.visitor.get(`/embed/${video.id}`)
  expect(statusCode).toBe(200)
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("media-src 'self' blob:")
  expect(policy).toContain('frame-ancestors *')
  expect(headers).not.toHaveProperty('x-frame-options')
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(body).toContain(`src="${video.videoUrl}"`)
  expect(body).toContain(`poster="${video.thumbnailUrl}"`)
  expect(body).toContain('Tall &amp; &quot;quoted&quot;')
  expect(body).not.toMatch(/\{\{|<script(?![^>]* src="\/)|<style| style=/)
})

test('only clips of real people, places or events carry a mark before playing', async () => {
  const real = await publish(owner.caller, 'plain-h264.mp4', { title: 'Nobody', showsReality: true })
  expect((await t.visitor.get(`/embed/${real.id}`)).body).toMatch(/empty:hidden"\s*>AI<\/span/)
  expect((await t.visitor.get(`/embed/${video.id}`)).body).toMatch(/empty:hidden"\s*><\/span/)
})

test.each([UNKNOWN, 'nothing', '%00'])('the frame of %s says that the clip is unavailable', async (id) => {
  const { statusCode, headers, body } = await t.visitor.get(`/embed/${id}`)
  expect([statusCode, headers['cache-control']]).toEqual([404, 'private, no-store'])
  expect(String(headers['content-security-policy'])).toContain('frame-ancestors *')
  expect(body).toContain('Video unavailable')
})

test('no other page may be embedded', async () => {
  for (const path of ['/', page().slice(ORIGIN.length), '/embed', '/nothing', '/oembed', `/embed/${video.id}/more`]) {
    const { headers } = await t.visitor.get(path)
    expect([path, headers['x-frame-options']]).toEqual([path, 'DENY'])
    expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'")
  }
})

test('oEmbed describes a video by the address of its page or player', async () => {
  for (const url of [page(), `${page()}/`, `${page()}?from=chat#here`, `${ORIGIN}/embed/${video.id}`]) {
    const reply = await oembed({ url })
    expect([url, reply.statusCode]).toEqual([url, 200])
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    const described = reply.json<OembedVideo>()
    expect(described).toMatchObject({
      version: '1.0',
      type: 'video',
      provider_name: 'Reverie',
      provider_url: ORIGIN,
      title: 'Tall & "quoted"',
      author_name: 'Somebody',
      author_url: expect.stringContaining(`${ORIGIN}/profile/`),
      width: 360,
      height: 640,
      thumbnail_url: ORIGIN + video.thumbnailUrl,
    })
    expect(described.html).toMatch(
      new RegExp(
        `^<iframe src="${ORIGIN}/embed/${video.id}" width="360" height="640" title="Tall &amp; &quot;quoted&quot;"`,
      ),
    )
  }
})

test.each<[{ maxwidth?: string; maxheight?: string }, number, number]>([
  [{ maxwidth: '180' }, 180, 320],
  [{ maxheight: '320' }, 180, 320],
  [{ maxwidth: '4000', maxheight: '4000' }, 360, 640],
  [{ maxwidth: '90', maxheight: '320' }, 90, 160],
  [{ maxwidth: '1' }, 1, 2],
])('the player and its picture fit %j, and the player keeps its shape', async (limits, width, height) => {
  const described = (await oembed({ url: page(), ...limits })).json<OembedVideo>()
  expect([described.width, described.height]).toEqual([width, height])
  const { thumbnail_width: pictureWidth = 0, thumbnail_height: pictureHeight = 0 } = described
  expect(pictureWidth <= Number(limits.maxwidth ?? Infinity)).toBe(true)
  expect(pictureHeight <= Number(limits.maxheight ?? Infinity)).toBe(true)
})

test.each([
  `${ORIGIN}/video/${UNKNOWN}`,
  `${ORIGIN}/video/1`,
  `${ORIGIN}/`,
  `${ORIGIN}/profile/somebody`,
  `https://evil.example/video/${UNKNOWN}`,
  'not an address',
])('oEmbed returns 404 for %s', async (url) => {
  expect((await oembed({ url })).statusCode).toBe(404)
})

test('oEmbed rejects the path of a video on another site', async () => {
  expect((await oembed({ url: `https://evil.example/video/${video.id}` })).statusCode).toBe(404)
})

test('oEmbed supports only JSON, and its errors explain invalid requests', async () => {
  expect((await oembed({ url: page(), format: 'json' })).statusCode).toBe(200)
  expect((await oembed({ url: page(), format: 'xml' })).statusCode).toBe(501)
  expect((await t.visitor.get('/oembed')).statusCode).toBe(400)
  expect((await oembed({ url: page(), maxwidth: '-5' })).statusCode).toBe(400)
  expect((await t.visitor.get(`/oembed?url=a&url=b`)).statusCode).toBe(400)
})
