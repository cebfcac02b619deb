import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'

const t = testApp()

test.each([
  [200, ['/', '/upload', '/upload/', '/creators', '/about', '/auth', '/profile', '/secret']],
  [404, ['/nothing/here', '/index.html', '/embed.html', '/profile/somebody', `/video/${randomUUID()}`, '/video/1']],
])('the web app is served with the status %d at %j', async (status, paths) => {
  for (const path of paths) {
    const { statusCode, headers } = await t.visitor.get(path)
    expect([path, statusCode, headers['content-type']]).toEqual([path, status, 'text/html; charset=utf-8'])
  }
})

test.each([
  '/api/nothing',
  '/objects/',
  '/objects/..%2Fserver%2Fmain.ts',
  '/assets/',
  '/assets/nothing.js',
  '/assets//nothing.js',
  '/assets/..%2Fembed.html',
])('%s returns a JSON 404, not a page', async (path) => {
  const reply = await t.visitor.get(path)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ code: 'NOT_FOUND' })
})

test('each page has its own nonce, in its policy and in its text', async () => {
  const [first, second] = [await t.visitor.get('/'), await t.visitor.get('/')]
  const nonceOf = (reply: typeof first) => /'nonce-([^']+)'/.exec(String(reply.headers['content-security-policy']))?.[1]
  expect(first.body).toContain(nonceOf(first))
  expect(nonceOf(first)).not.toBe(nonceOf(second))
  expect(first.body).not.toContain('__CSP_NONCE__')
})

test('files of the page are compressed and cached forever', async () => {
  const [script] = /\/assets\/[^"]+\.js/.exec((await t.visitor.get('/')).body) ?? []
  const get = (encoding: string) =>
    t.visitor.inject({ method: 'GET', url: script!, headers: { 'accept-encoding': encoding } })
  const [brotli, plain] = [await get('br, gzip'), await get('identity')]
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
])('a page is sent in an encoding that the browser accepts: %s', async (accepted, encoding, decompress) => {
  for (const url of ['/', '/nothing']) {
    const reply = await t.visitor.inject({ method: 'GET', url, headers: { 'accept-encoding': accepted } })
    expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Encoding' })
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length)
    expect(decompress(reply.rawPayload).toString()).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i)
  }
})

test.each(['br', 'identity'])('the service worker, sent as %s, is revalidated on each use', async (encoding) => {
  const headers = { 'accept-encoding': encoding }
  const reply = await t.visitor.inject({ method: 'GET', url: '/service-worker.js', headers })
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-cache'])
})

test('the app can be installed: its manifest lists icons with their real sizes', async () => {
  const [, href] = /<link rel="manifest" href="([^"]+)"/.exec((await t.visitor.get('/')).body) ?? []
  const reply = await t.visitor.get(href!)
  expect(reply.headers['content-type']).toContain('application/manifest+json')
  const { name, display, icons } = reply.json<{
    name: string
    display: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }>()
  expect([name, display]).toEqual(['Reverie', 'standalone'])
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const { rawPayload: png, headers } = await t.visitor.get(src)
    // Feed readers on other sites show the icon.
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
})
