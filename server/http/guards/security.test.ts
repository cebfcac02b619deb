import { hash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { connectRaw } from '../../test/clients/raw-client.ts'
import { publish, testApp, testPerson } from '../../test/test-app.ts'
import { objectIdIn } from '../../features/videos/upload/upload-address.ts'
import { createLogger } from '../../setup/logger.ts'

const SECRET = 'a secret of ours'

const t = testApp()
/** The app with a route that throws an unexpected error, and its log. */
let app: FastifyInstance
let log = ''
const person = testPerson(t)
let clip: string
let asset: string
let feedTag: string
let iconTag: string

beforeAll(async () => {
  app = await buildApp(t.deps, { log: createLogger({ output: { write: (line) => (log += line) } }) })
  app.get('/api/broken', () => {
    throw new TypeError(SECRET)
  })
  app.get('/api/begun', (_request, reply) => {
    const body = new PassThrough()
    body.write('begun')
    return reply.send(body)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  clip = (await publish(person.caller)).videoUrl
  const page = await t.visitor.get('/')
  asset = /\/assets\/[^"]+\.js/.exec(page.body)?.[0] ?? ''
  feedTag = String((await t.visitor.get('/api/videos')).headers.etag)
  iconTag = String((await t.visitor.get('/favicon.svg')).headers.etag)
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}): InjectOptions => ({ method: 'GET', url, headers })
const post = (url: string, payload: string, type = 'application/json'): InjectOptions => ({
  method: 'POST',
  url,
  payload,
  headers: { 'content-type': type },
})

/** Returns the sources that `name` allows. As CSP defines, absent directives fall back to default-src. */
function directive(policy: string, name: string): string | undefined {
  const directives = new Map(
    policy.split(';').map((part): [string, string] => {
      const [key = '', ...values] = part.trim().split(' ')
      return [key, values.join(' ')]
    }),
  )
  return directives.get(name) ?? (name.endsWith('-src') ? directives.get('default-src') : undefined)
}

function expectSafe(headers: Record<string, unknown>): void {
  const policy = String(headers['content-security-policy'])
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
  expect(directive(policy, 'script-src')).toMatch(/^'(self|none)'( 'sha256-[\w+/]+=')?$/)
  expect(directive(policy, 'object-src')).toBe("'none'")
  expect(directive(policy, 'frame-ancestors')).toBe("'none'")
  // A sandboxed page runs no scripts, so a base address cannot redirect them.
  expect(directive(policy, 'base-uri') ?? directive(policy, 'sandbox')).toMatch(/^('none')?$/)
}

describe('every response carries a strict policy and nosniff', () => {
  test.each<[string, number, () => InjectOptions]>([
    ['JSON', 200, () => get('/api/videos')],
    ['JSON that has not changed', 304, () => get('/api/videos', { 'if-none-match': feedTag })],
    ['JSON without a body', 204, () => post('/api/logout', '')],
    ['malformed JSON', 400, () => post('/api/login', '{')],
    ['an invalid body', 400, () => post('/api/login', '{}')],
    ['an invalid id', 400, () => get('/api/videos/17')],
    ['a broken address', 400, () => get('/api/videos/%zz')],
    ['an overlong address', 400, () => get(`/api/users/username/${'x'.repeat(500)}`)],
    ['a visitor who must sign in', 401, () => get('/api/user')],
    ['another site', 403, () => ({ method: 'POST', url: '/api/logout', headers: { origin: 'https://evil.example' } })],
    ['a path that does not exist', 404, () => get('/api/nothing')],
    ['an object that does not exist', 404, () => get('/objects/nothing')],
    ['an asset that does not exist', 404, () => get('/assets/nothing.js')],
    ['a body that is too large', 413, () => post('/api/login', `"${'x'.repeat(300_000)}"`)],
    ['a body of another type', 415, () => post('/api/login', '{}', 'text/plain')],
    ['an internal error', 500, () => get('/api/broken')],
    ['media', 200, () => get(clip)],
    ['part of media', 206, () => get(clip, { range: 'bytes=0-9' })],
    ['media that has not changed', 304, () => get(clip, { 'if-none-match': `"${objectIdIn(clip)}"` })],
    ['a range outside of media', 416, () => get(clip, { range: 'bytes=99999999-' })],
    ['the head of media', 200, () => ({ method: 'HEAD', url: clip })],
    ['a script of the page', 200, () => get(asset)],
    ['a file', 200, () => get('/favicon.svg')],
    ['a file that has not changed', 304, () => get('/favicon.svg', { 'if-none-match': iconTag })],
    ['the wall', 200, () => get('/')],
    ['a screen', 200, () => get('/upload')],
    ['a video that does not exist', 404, () => get('/video/00000000-0000-4000-8000-000000000000')],
    ['a screen that does not exist', 404, () => get('/nothing/here')],
    ['health', 200, () => get('/healthz')],
    ['readiness', 200, () => get('/readyz')],
    ['the rules for search engines', 200, () => get('/robots.txt')],
    ['the sitemap', 200, () => get('/sitemap.xml')],
    ['an oEmbed request without an address', 400, () => get('/oembed')],
    ['the description of the API', 200, () => get('/api/openapi.json')],
    ['the page about the API', 200, () => get('/api/docs/')],
    ['the redirect to that page', 302, () => get('/api/docs')],
    ['an upload address that is not valid', 403, () => ({ method: 'PUT', url: '/api/uploads/1', payload: 'x' })],
    ['another method', 405, () => ({ method: 'OPTIONS', url: '/api/videos' })],
  ])('%s (%i)', async (_name, status, request) => {
    const reply = await app.inject(request())
    expect(reply.statusCode).toBe(status)
    expectSafe(reply.headers)
  })

  test('refusals of requests that are not valid HTTP', async () => {
    for (const [request, status] of [
      ['GET / HTTP/9.9\r\n\r\n', 400],
      ['\u0000\u0001\u0002\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ] as const) {
      const client = connectRaw(app)
      client.write(request)
      const [head = '', body = ''] = (await client.closed).split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expectSafe(headersIn(head))
      expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), code: expect.any(String) })
      expect(body).not.toMatch(/HPE_| at |node:/)
    }
    // The server still works.
    expect((await app.inject(get('/api/videos'))).statusCode).toBe(200)
  })

  test('a request that is not valid HTTP adds nothing to a reply that has begun', async () => {
    const client = connectRaw(app)
    client.write('GET /api/begun HTTP/1.1\r\nHost: x\r\n\r\n')
    await client.received(/begun/)
    client.write('\u0000\r\n\r\n')
    expect(await client.closed).toMatch(/begun\r\n$/)
  })

  test.each([
    ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['for a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    ['that requests another protocol', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
    ['with an unknown expectation', 'POST /api/login HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\n\r\n'],
  ])('a request %s does no harm', async (_name, request) => {
    const client = connectRaw(app)
    client.write(request)
    client.socket.end()
    expect(await client.closed).not.toMatch(/ at .*:\d+:\d+|node:|evil\.example/)
    expect((await app.inject(get('/healthz'))).statusCode).toBe(200)
  })
})

test('stack traces and internal errors are logged and never sent', async () => {
  const reply = await app.inject(get('/api/broken'))
  const sentence = 'Something went wrong on our side. Please try again.'
  expect(reply.json()).toEqual({ error: sentence, message: sentence, code: 'INTERNAL' })
  expect(JSON.stringify(reply.headers)).not.toContain(SECRET)
  expect(log).toContain(SECRET)
})

test('media can never run as a page, and pages run only this site’s scripts', async () => {
  const media = String((await app.inject(get(clip))).headers['content-security-policy'])
  expect(media).toMatch(/sandbox(;|$)/)
  expect(directive(media, 'script-src')).toBe("'none'")
  const page = await app.inject(get('/'))
  // Structured data is not a script.
  const written = [
    ...page.body.matchAll(/<script(?![^>]* (?:src="\/|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, text = '']) => text)
  const hashes = written.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)
  expect(hashes).toHaveLength(1)
  expect(directive(String(page.headers['content-security-policy']), 'script-src')).toBe(["'self'", ...hashes].join(' '))
  // This header is for browsers that do not know frame-ancestors.
  expect(page.headers['x-frame-options']).toBe('DENY')
})

test('over https, replies tell browsers to use https only', async () => {
  await using https = await buildApp({ ...t.deps, config: { ...t.deps.config, publicUrl: 'https://reverie.test' } })
  expect((await https.inject(get('/'))).headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
  expect((await app.inject(get('/'))).headers['strict-transport-security']).toBeUndefined()
})

describe('a hostile Host is not reflected anywhere', () => {
  const hostile = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }

  test('in upload addresses, pages, errors and redirects', async () => {
    const ticket = await person.caller.inject({ method: 'POST', url: '/api/objects/upload', headers: hostile })
    expect(ticket.json<{ uploadURL: string }>().uploadURL).toMatch(/^http:\/\/reverie\.test\//)
    for (const url of [
      '/',
      '/video/1',
      '/embed/1',
      '/oembed',
      '/robots.txt',
      '/sitemap.xml',
      '/nothing',
      '/api/videos',
      '/api/nothing',
      '/api/docs',
      '//evil',
      '/%zz',
      '/assets',
    ]) {
      const reply = await app.inject(get(url, hostile))
      expect(JSON.stringify(reply.headers) + reply.body).not.toContain('evil.example')
    }
  })

  test('the host of a request addressed to a proxy', async () => {
    const client = connectRaw(app)
    client.write('GET http://evil.example/api/nothing HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    expect(await client.received(/NOT_FOUND/)).not.toContain('evil.example')
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'secret1' })
    client.write('POST http://evil.example/api/login HTTP/1.1\r\nHost: evil.example\r\n')
    client.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    expect(await client.received(/INVALID_CREDENTIALS/)).not.toContain('evil.example')
    client.socket.destroy()
  })
})

function headersIn(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1)
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
}
