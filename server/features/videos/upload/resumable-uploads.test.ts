import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import * as tus from 'tus-js-client'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { EMPTY_FILE, VIDEO_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import { buildApp } from '../../../app.ts'
import { DiskStorage } from '../../../storage/disk/disk-storage.ts'
import { connectRaw, type RawClient } from '../../../test/clients/raw-client.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'
import { storageWith } from '../../../test/storage-with.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { signUploadAddress } from './upload-address.ts'
import { createLogger } from '../../../setup/logger.ts'

const t = testApp()
let origin: string
let somebody: Caller
beforeAll(async () => {
  const { user, caller } = await t.signUp()
  await raiseStorageLimit(user.id)
  somebody = caller
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
})
// One person may have only twenty unused uploads, so each test removes its own.
afterEach(() => t.db.deleteFrom('objects').where('state', '<>', 'published').execute())

/** Options for polling, in milliseconds. The server sees a closed connection only when the kernel reports it. */
const longPoll = { timeout: 60_000, interval: 5 }

interface Ticket {
  caller: Caller
  id: string
  /** Paths with their signatures. */
  whole: string
  resumable: string
  /** Address to publish. */
  videoUrl: string
}

async function ticket(caller = somebody): Promise<Ticket> {
  const reply = (await caller.post('/api/objects/upload')).json<{ uploadURL: string; resumableURL: string }>()
  const [whole, resumable] = [reply.uploadURL, reply.resumableURL].map((url) => url.replace('http://reverie.test', ''))
  const videoUrl = reply.uploadURL.split('?')[0]!
  return { caller, id: videoUrl.split('/').at(-1)!, whole: whole!, resumable: resumable!, videoUrl }
}

type Method = 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS'

function send(method: Method, url: string, headers: Record<string, string | number> = {}, payload?: Buffer) {
  const all = { 'tus-resumable': '1.0.0', ...headers } as NonNullable<InjectOptions['headers']>
  return t.visitor.inject({ method, url, headers: all, ...(payload ? { payload } : {}) })
}

const begin = (url: string, length: number) => send('POST', url, { 'upload-length': length })
const patch = (url: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
  send('PATCH', url, { 'content-type': 'application/offset+octet-stream', 'upload-offset': offset, ...headers }, bytes)

async function offsetOf(url: string): Promise<number> {
  const reply = await send('HEAD', url)
  expect(reply.statusCode).toBe(200)
  return Number(reply.headers['upload-offset'])
}

const parts = () => readdir(join(t.storageFolder, 'resumable'))
const stateOf = async (id: string) =>
  (await t.db.selectFrom('objects').select('state').where('id', '=', id).executeTakeFirst())?.state

async function storedBytes(id: string): Promise<Buffer> {
  const { sizeBytes } = (await t.deps.storage.find(id))!
  return buffer(t.deps.storage.read(id, { start: 0, end: sizeBytes - 1 }))
}

/** Starts to send `bytes` over a connection that stays open. */
async function trickle(url: string, offset: number, declared: number, bytes: Buffer): Promise<RawClient> {
  const client = connectRaw(t.app)
  client.write(`PATCH ${url} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: ${offset}\r\n`)
  client.write(`Content-Type: application/offset+octet-stream\r\nContent-Length: ${declared}\r\n\r\n`)
  client.socket.write(bytes)
  const part = join(t.storageFolder, 'resumable', url.split('/')[3]!)
  await vi.waitFor(async () => expect(await readFile(part)).toHaveLength(offset + bytes.length), longPoll)
  return client
}

async function raiseStorageLimit(userId: string): Promise<void> {
  await t.db.updateTable('users').set({ storageLimitGb: 200 }).where('id', '=', userId).execute()
}

test('a clip can be uploaded in pieces to its resumable address', async () => {
  const { caller, id, resumable, videoUrl } = await ticket()
  const file = await readFile(sampleClip('plain-h264.mp4'))
  const begun = await begin(resumable, file.length)
  expect([begun.statusCode, begun.headers.location]).toEqual([201, resumable])
  expect(await offsetOf(resumable)).toBe(0)

  const pieceBytes = Math.ceil(file.length / 3)
  for (let at = 0; at < file.length; at += pieceBytes) {
    const reply = await patch(resumable, at, file.subarray(at, at + pieceBytes))
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(reply.headers['upload-offset']).toBe(String(Math.min(at + pieceBytes, file.length)))
  }
  expect(await storedBytes(id)).toEqual(file)
  expect(await parts()).not.toContain(id)
  expect((await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })).statusCode).toBe(201)
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
  const { resumable } = await ticket()
  await begin(resumable, 3)
  const reply = await patch(resumable, 0, Buffer.from('four'), headers)
  expect(reply.statusCode).toBe(status)
  expect(reply.json<ErrorReply>().message).toMatch(/^[A-Z].*/)
  expect(reply.headers['tus-version']).toBe(status === 412 ? '1.0.0' : undefined)
  expect(await offsetOf(resumable)).toBe(0)
})

test('a body without a declared length is refused when it exceeds the file', async () => {
  const { resumable } = await ticket()
  await begin(resumable, 100_000)
  const tooMuch = await fetch(origin + resumable, {
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
  const { id, resumable } = await ticket()
  await begin(resumable, 4)
  const headers = { 'x-http-method-override': 'PATCH', 'upload-offset': '0' }
  const type = { 'content-type': 'application/offset+octet-stream' }
  const reply = await send('POST', resumable, { ...headers, ...type }, Buffer.from('four'))
  expect([reply.statusCode, await stateOf(id)]).toEqual([204, 'stored'])
  expect((await send('POST', resumable, { 'x-http-method-override': 'TRACE' })).statusCode).toBe(400)
})

describe('the resumable address', () => {
  test('is refused if any byte is changed, and for any other use', async () => {
    const { resumable, whole, id } = await ticket()
    await begin(resumable, 4)
    const changed = Array.from(resumable, (character, at) => {
      const other = character === 'a' ? 'b' : 'a'
      return resumable.slice(0, at) + other + resumable.slice(at + 1)
    }).slice(1)
    const replies = await Promise.all(changed.map((url) => send('HEAD', url)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([403, 404]))

    const wholeQuery = whole.slice(whole.indexOf('?'))
    const resumableQuery = resumable.slice(resumable.indexOf('?'))
    const path = `/api/uploads/${id}`
    expect((await send('HEAD', `${path}/resumable${wholeQuery}`)).statusCode).toBe(403)
    const put = { method: 'PUT', payload: Buffer.from('x') } as const
    expect((await t.visitor.inject({ ...put, url: path + resumableQuery })).statusCode).toBe(403)
    expect((await t.visitor.inject({ ...put, url: resumable })).statusCode).toBe(404)
  })

  test.each(['HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'changes nothing if it is forged: %s',
    async (method) => {
      const { resumable, id } = await ticket()
      await begin(resumable, 4)
      const headers = { 'upload-length': '4', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      const forged = resumable.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A'))
      const reply = await send(method, forged, headers, Buffer.from('four'))
      expect(reply.statusCode).toBe(403)
      expect([await stateOf(id), await offsetOf(resumable)]).toEqual(['pending', 0])
    },
  )

  test('is valid for a day', async () => {
    const { id, resumable } = await ticket()
    await begin(resumable, 4)
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
    const app = await buildApp(t.deps, {
      log: createLogger({ level: 'trace', output: { write: (line) => lines.push(line) } }),
      accessLog: true,
    })
    onTestFinished(() => app.close())
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

describe('several requests for one upload', () => {
  test('of two concurrent PATCHes one wins, and the file is complete', async () => {
    const { id, resumable } = await ticket()
    const file = randomBytes(200_000)
    await begin(resumable, file.length)
    const client = await trickle(resumable, 0, file.length, file.subarray(0, 1_000))
    // The current offset, and the offset at which both requests began.
    for (const offset of [1_000, 0]) {
      const second = await patch(resumable, offset, randomBytes(1_000))
      expect(second.statusCode).toBe(409)
      expect(second.json<ErrorReply>().message).toMatch(/^Something is already being uploaded to this address/)
    }
    client.socket.write(file.subarray(1_000))
    expect(await client.received(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 204/)
    client.socket.destroy()
    expect(await storedBytes(id)).toEqual(file)
  })

  test('a client can resume before the server notices its dead connection', async () => {
    const { id, resumable } = await ticket()
    const file = randomBytes(200_000)
    await begin(resumable, file.length)
    const dead = await trickle(resumable, 0, file.length, file.subarray(0, 70_000))
    expect(await offsetOf(resumable)).toBe(70_000)
    expect(await dead.closed).not.toContain('204')
    expect((await patch(resumable, 70_000, file.subarray(70_000))).statusCode).toBe(204)
    expect(await storedBytes(id)).toEqual(file)
  })

  test('bytes that arrived before a connection was lost are kept', async () => {
    const { id, resumable } = await ticket()
    const file = randomBytes(200_000)
    await begin(resumable, file.length)
    for (let at = 0; at < 150_000; at += 50_000) {
      const client = await trickle(resumable, at, file.length - at, file.subarray(at, at + 50_000))
      client.socket.destroy()
      await vi.waitFor(async () => expect(await offsetOf(resumable)).toBe(at + 50_000), longPoll)
    }
    expect((await patch(resumable, 150_000, file.subarray(150_000))).statusCode).toBe(204)
    expect(await storedBytes(id)).toEqual(file)
  })

  test('a repeated creation is refused only if its length differs', async () => {
    const { resumable } = await ticket()
    const statuses = await Promise.all([8, 8, 8].map(async (length) => (await begin(resumable, length)).statusCode))
    expect(statuses.toSorted()).toContain(201)
    await patch(resumable, 0, Buffer.from('four'))
    expect((await begin(resumable, 8)).statusCode).toBe(201)
    expect((await begin(resumable, 9)).statusCode).toBe(409)
    expect(await offsetOf(resumable)).toBe(4)
  })

  test('a whole and a resumable upload exclude each other', async () => {
    const [first, second] = [await ticket(), await ticket()]
    const put = (url: string) => t.visitor.inject({ method: 'PUT', url, payload: Buffer.from('bytes') })
    await begin(first.resumable, 5)
    expect((await put(first.whole)).statusCode).toBe(409)
    expect((await patch(first.resumable, 0, Buffer.from('these'))).statusCode).toBe(204)
    expect((await storedBytes(first.id)).toString()).toBe('these')

    expect((await put(second.whole)).statusCode).toBe(200)
    expect((await begin(second.resumable, 5)).statusCode).toBe(409)
    expect((await send('HEAD', second.resumable)).statusCode).toBe(404)
  })

  test('a complete upload refuses more bytes', async () => {
    const { resumable } = await ticket()
    await begin(resumable, 4)
    await patch(resumable, 0, Buffer.from('four'))
    expect(await offsetOf(resumable)).toBe(4)
    expect((await patch(resumable, 0, Buffer.from('five'))).statusCode).toBe(409)
    expect((await patch(resumable, 4, Buffer.from('!'))).statusCode).toBe(413)
  })

  test('DELETE cancels an upload, removes its part and releases its space', async () => {
    const { caller, id, resumable } = await ticket()
    await begin(resumable, VIDEO_MAX_BYTES)
    const client = await trickle(resumable, 0, 5_000, randomBytes(1_000))
    expect((await send('DELETE', resumable)).statusCode).toBe(204)
    await client.closed
    expect(await parts()).not.toContain(id)
    expect((await send('HEAD', resumable)).statusCode).toBe(404)
    expect((await patch(resumable, 0, Buffer.from('x'))).statusCode).toBe(404)
    for (let i = 0; i < 4; i++) {
      expect((await begin((await ticket(caller)).resumable, VIDEO_MAX_BYTES)).statusCode).toBe(201)
    }
  })

  test('a published upload cannot be cancelled through its address', async () => {
    const { caller, resumable, videoUrl } = await ticket()
    const file = await readFile(sampleClip('plain-h264.mp4'))
    await begin(resumable, file.length)
    await patch(resumable, 0, file)
    await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
    expect((await send('DELETE', resumable)).statusCode).toBe(409)
    expect((await t.visitor.get(videoUrl.replace(/.*\//, '/objects/'))).statusCode).toBe(200)
    // A client that never received the answer must not send the whole file again.
    expect(await offsetOf(resumable)).toBe(file.length)
  })
})

test.runIf(process.platform === 'linux')(
  'an upload to a full disk keeps its bytes and can continue later',
  async () => {
    const full = storageWith(t.deps.storage, {
      async append(key, source) {
        await t.deps.storage.append(
          key,
          (async function* () {
            for await (const chunk of source) {
              yield chunk.subarray(0, 10)
              throw Object.assign(new Error('No space left'), { code: 'ENOSPC' })
            }
          })(),
        )
      },
    })
    const crowded = await buildApp({ ...t.deps, storage: full }, { log: createLogger({ level: 'silent' }) })
    onTestFinished(() => crowded.close())
    const { id, resumable } = await ticket()
    const file = randomBytes(1_000)
    await begin(resumable, file.length)
    const refused = await crowded.inject({
      method: 'PATCH',
      url: resumable,
      payload: file,
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })
    expect([refused.statusCode, refused.json<ErrorReply>().message]).toEqual([
      503,
      'The server is out of space right now. Your progress is saved. Please continue later.',
    ])
    expect(await offsetOf(resumable)).toBe(10)
    await patch(resumable, 10, file.subarray(10))
    expect(await storedBytes(id)).toEqual(file)
  },
)

describe('after a crash', () => {
  test('a crash before the row is written does not lose the upload', async () => {
    for (const goesOn of ['not placed', 'placed', 'placed, and the part still there']) {
      const { id, resumable } = await ticket()
      const file = randomBytes(1_000)
      await begin(resumable, file.length)
      const source = async function* () {
        yield file
      }
      await t.deps.storage.append(id, source())
      if (goesOn.startsWith('placed')) await t.deps.storage.complete(id)
      if (goesOn.endsWith('still there')) await t.deps.storage.append(id, source())
      expect(await offsetOf(resumable)).toBe(1_000)
      expect([await stateOf(id), await storedBytes(id)]).toEqual(['stored', file])
      expect(await parts()).not.toContain(id)
    }
  })

  test('parts still exist at the next start and are not served', async () => {
    const { id, resumable } = await ticket()
    await begin(resumable, 10)
    await patch(resumable, 0, Buffer.from('half'))
    const reopened = await DiskStorage.open(t.storageFolder)
    expect(await reopened.arrivedBytes(id)).toBe(4)
    expect(await reopened.find(id)).toBeUndefined()
    expect(await Array.fromAsync(reopened.list())).not.toContain(id)
  })
})

test('parts are deleted a day after their upload was created', async () => {
  const [old, recent] = [await ticket(), await ticket()]
  for (const { resumable } of [old, recent]) {
    await begin(resumable, 10)
    await patch(resumable, 0, Buffer.from('half'))
  }
  const dayAgo = sql<string>`now() - interval '25 hours'`
  await t.db.updateTable('objects').set({ createdAt: dayAgo }).where('id', '=', old.id).execute()
  await sweepObjects(t.deps)
  const left = await parts()
  expect([left.includes(old.id), left.includes(recent.id)]).toEqual([false, true])
  expect((await send('HEAD', old.resumable)).statusCode).toBe(404)
  expect((await patch(recent.resumable, 4, Buffer.from('second'))).statusCode).toBe(204)
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
    await upload(file, { endpoint: origin + resumable, chunkSize: 400_000, onChunkComplete })
    expect(sent).toEqual([400_000, 800_000, 1_000_000])
    expect(await storedBytes(id)).toEqual(file)
  })

  test('resumes an upload of an earlier visit, or creates one', async () => {
    for (const arrived of [undefined, 0, 300_000, 1_000_000]) {
      const { id, resumable } = await ticket()
      const file = randomBytes(1_000_000)
      if (arrived !== undefined) await begin(resumable, file.length)
      if (arrived) await patch(resumable, 0, file.subarray(0, arrived))
      await upload(file, { endpoint: origin + resumable, uploadUrl: origin + resumable })
      expect(await storedBytes(id)).toEqual(file)
    }
  })

  test('cancels an upload', async () => {
    const { resumable } = await ticket()
    await begin(resumable, 10)
    await tus.Upload.terminate(origin + resumable, {})
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
