import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as tus from 'tus-js-client'
import { describe, expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { EMPTY_FILE, VIDEO_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import { createLogger } from '../../../setup/logger.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { testResumableUploads } from './resumable-uploads.fixture.ts'
import { signUploadAddress } from './upload-address.ts'
import { buildApp } from '../../../app.ts'

const { t, ticket, send, begin, begun, patch, offsetOf, parts, stateOf, storedBytes } = testResumableUploads()

test('a clip can be uploaded in pieces to its resumable address', async () => {
  const { caller, id, resumable } = await ticket()
  const file = await readFile(sampleClip('plain-h264.mp4'))
  const created = await begin(resumable, file.length)
  expect([created.statusCode, created.headers.location]).toEqual([201, resumable])
  expect(await offsetOf(resumable)).toBe(0)

  const pieceBytes = Math.ceil(file.length / 3)
  for (let at = 0; at < file.length; at += pieceBytes) {
    const reply = await patch(resumable, at, file.subarray(at, at + pieceBytes))
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(reply.headers['upload-offset']).toBe(String(Math.min(at + pieceBytes, file.length)))
  }
  expect(await storedBytes(id)).toEqual(file)
  expect(await parts()).not.toContain(id)
  const published = await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl: resumable })
  expect(published.statusCode).toBe(201)
})

test('every reply has the headers of the protocol and is not cached', async () => {
  const { resumable } = await ticket()
  const replies = [
    await send('OPTIONS', resumable),
    await begin(resumable, 4),
    await send('HEAD', resumable),
    await patch(resumable, 3, Buffer.from('x')),
    await patch(resumable, 0, Buffer.from('four')),
    await send('HEAD', `${resumable}x`),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 201, 200, 409, 204, 403])
  for (const { headers } of replies) {
    expect(headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  }
  expect(replies[0]!.headers).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,expiration,termination',
    'tus-max-size': String(VIDEO_MAX_BYTES),
  })
  expect(replies[2]!.headers).toMatchObject({ 'upload-offset': '0', 'upload-length': '4' })
  const expires = Date.parse(String(replies[4]!.headers['upload-expires'])) - Date.now()
  expect(expires / 3_600_000).toBeCloseTo(24, 1)
})

test.each([
  ['another version', 412, { 'tus-resumable': '0.2.2' }],
  ['a body of another type', 415, { 'content-type': 'video/mp4' }],
  ['no offset', 400, { 'upload-offset': '' }],
  ['a non-numeric offset', 400, { 'upload-offset': '0x0' }],
  ['a negative offset', 400, { 'upload-offset': '-1' }],
  ['an offset past the received bytes', 409, { 'upload-offset': '1' }],
  ['more bytes than declared', 413, {}],
])('a PATCH with %s is refused with a message and adds nothing: %i', async (_name, status, headers) => {
  const { resumable } = await begun(3)
  const reply = await patch(resumable, 0, Buffer.from('four'), headers)
  expect(reply.statusCode).toBe(status)
  expect(reply.json<ErrorReply>().message).toMatch(/^[A-Z].*/)
  expect(reply.headers['tus-version']).toBe(status === 412 ? '1.0.0' : undefined)
  expect(await offsetOf(resumable)).toBe(0)
})

test('a body without a declared length is refused when it exceeds the file', async () => {
  const { resumable } = await begun(100_000)
  const tooMuch = await fetch(t.app.listeningOrigin + resumable, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Blob([randomBytes(200_000)]).stream(),
    duplex: 'half',
  })
  expect(tooMuch.status).toBe(413)
  expect(await offsetOf(resumable)).toBeLessThanOrEqual(100_000)
})

test.each([
  [0, 400, EMPTY_FILE],
  [VIDEO_MAX_BYTES + 1, 413, 'Please select a video file smaller than 5GB.'],
])('a file of %d bytes is refused before a byte is sent', async (length, status, message) => {
  const { resumable, id } = await ticket()
  const reply = await begin(resumable, length)
  expect([reply.statusCode, reply.json<ErrorReply>().message]).toEqual([status, message])
  expect((await send('HEAD', resumable)).statusCode).toBe(404)
  expect(await stateOf(id)).toBe('pending')
})

test('clients limited to GET and POST can name the method in a header', async () => {
  const { id, resumable } = await begun(4)
  const headers = { 'x-http-method-override': 'PATCH', 'upload-offset': '0' }
  const type = { 'content-type': 'application/offset+octet-stream' }
  const reply = await send('POST', resumable, { ...headers, ...type }, Buffer.from('four'))
  expect([reply.statusCode, await stateOf(id)]).toEqual([204, 'stored'])
  expect((await send('POST', resumable, { 'x-http-method-override': 'TRACE' })).statusCode).toBe(400)
})

describe('the resumable address', () => {
  test('is refused if any byte is changed, and for any other use', async () => {
    const { resumable, whole, id } = await begun(4)
    const changed = Array.from(resumable, (character, at) => {
      const other = character === 'a' ? 'b' : 'a'
      return resumable.slice(0, at) + other + resumable.slice(at + 1)
    }).slice(1)
    const replies = await Promise.all(changed.map((url) => send('HEAD', url)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([403, 404, 405]))

    const wholeQuery = whole.slice(whole.indexOf('?'))
    const resumableQuery = resumable.slice(resumable.indexOf('?'))
    const path = `/api/uploads/${id}`
    expect((await send('HEAD', `${path}/resumable${wholeQuery}`)).statusCode).toBe(403)
    const put = { method: 'PUT', payload: Buffer.from('x') } as const
    expect((await t.visitor.inject({ ...put, url: path + resumableQuery })).statusCode).toBe(403)
    expect((await t.visitor.inject({ ...put, url: resumable })).statusCode).toBe(405)
  })

  test('is valid for a day', async () => {
    const { id } = await begun(4)
    const signed = (hoursAgo: number) =>
      signUploadAddress(
        id,
        { publicUrl: '', secret: t.deps.secret, now: Date.now() - hoursAgo * 3_600_000 },
        'resumable',
      )
    expect(await offsetOf(signed(23.9))).toBe(0)
    expect((await send('HEAD', signed(24))).statusCode).toBe(403)
  })

  test('is never logged, even if a request fails', async () => {
    const lines: string[] = []
    await using app = await buildApp(t.deps, {
      log: createLogger({ level: 'trace', output: { write: (line) => lines.push(line) } }),
      accessLog: true,
    })
    const { resumable } = await ticket()
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '4' }
    await t.db.schema.alterTable('objects').renameTo('elsewhere').execute()
    const failed = await app.inject({ method: 'POST', url: resumable, headers })
    await t.db.schema.alterTable('elsewhere').renameTo('objects').execute()
    expect(failed.statusCode).toBe(500)
    for (const url of [resumable, `${resumable}x`]) await app.inject({ method: 'POST', url, headers })
    expect(lines.join('')).toContain('objects')
    expect(lines.join('')).not.toContain(new URLSearchParams(resumable.split('?')[1]).get('signature')!.slice(0, 8))
  })
})

describe('tus-js-client', () => {
  function upload(file: Buffer, options: tus.UploadOptions): Promise<void> {
    return new Promise((onSuccess, onError) => {
      new tus.Upload(file, { onSuccess: () => onSuccess(), onError, retryDelays: [0], ...options }).start()
    })
  }

  test('creates an upload and sends it in chunks', async () => {
    const { id, resumable } = await ticket()
    const file = randomBytes(1_000_000)
    const sent: number[] = []
    const onChunkComplete = (_size: number, accepted: number) => void sent.push(accepted)
    await upload(file, { endpoint: t.app.listeningOrigin + resumable, chunkSize: 400_000, onChunkComplete })
    expect(sent).toEqual([400_000, 800_000, 1_000_000])
    expect(await storedBytes(id)).toEqual(file)
  })

  test('resumes an upload of an earlier visit, or creates one', async () => {
    for (const arrived of [undefined, 0, 300_000, 1_000_000]) {
      const { id, resumable } = await ticket()
      const file = randomBytes(1_000_000)
      if (arrived !== undefined) await begin(resumable, file.length)
      if (arrived) await patch(resumable, 0, file.subarray(0, arrived))
      await upload(file, { endpoint: t.app.listeningOrigin + resumable, uploadUrl: t.app.listeningOrigin + resumable })
      expect(await storedBytes(id)).toEqual(file)
    }
  })

  test('cancels an upload', async () => {
    const { resumable } = await begun(10)
    await tus.Upload.terminate(t.app.listeningOrigin + resumable, {})
    expect((await send('HEAD', resumable)).statusCode).toBe(404)
  })
})

test.each(['__proto__', 'constructor', 'toString', 'GET', 'PUT', 'patch', ''])(
  'the method override %j is refused',
  async (method) => {
    const { resumable } = await ticket()
    const reply = await send('POST', resumable, { 'x-http-method-override': method })
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'BAD_REQUEST'])
  },
)
