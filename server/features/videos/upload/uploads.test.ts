import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { createConnection, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { UNUSED_UPLOADS_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { buildApp } from '../../../app.ts'
import { DiskStorage } from '../../../storage/disk/disk-storage.ts'
import { connectRaw } from '../../../test/clients/raw-client.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { type Caller, publish, refusalOf, testApp, upload } from '../../../test/test-app.ts'
import { keysIn, storageWith } from '../../../test/storage-with.ts'
import { createPendingObject, markDeleted } from '../../../objects/objects.queries.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { objectIdIn, signUploadAddress } from './upload-address.ts'
import { createLogger } from '../../../setup/logger.ts'
import { testFolder } from '../../../test/test-folder.ts'
import { askForUpload } from '../../../test/uploads.ts'

const t = testApp()

const ticket = async () => askForUpload((await t.signUp()).caller)

function put(url: string, payload: Buffer, headers: Record<string, string> = {}) {
  return t.visitor.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'video/mp4', ...headers } })
}

test.each([{}, { 'content-type': '' }, { 'content-type': 'nonsense' }, { 'content-type': 'application/json' }])(
  'an upload address is absolute, needs no cookie, and accepts raw bytes of any declared type: %j',
  async (headers) => {
    const { caller } = await t.signUp()
    const { uploadURL } = (await caller.post('/api/objects/upload')).json<{ uploadURL: string }>()
    expect(uploadURL).toMatch(/^http:\/\/reverie\.test\//)
    const url = uploadURL.replace('http://reverie.test', '')
    const reply = await t.visitor.inject({ method: 'PUT', url, payload: Buffer.from('{'), headers })
    expect(reply.statusCode).toBe(200)
  },
)

test('a forged, expired or unsigned address is refused', async () => {
  const [{ id, whole }, second] = [await ticket(), await ticket()]
  const signedAs = (changes: { secret?: string; now?: number }) =>
    signUploadAddress(id, { publicUrl: '', secret: t.deps.secret, now: Date.now(), ...changes })
  for (const address of [
    whole.replace(id, second.id),
    whole.replace(/expires=\d+/, (expiry) => `${expiry}0`),
    whole.replace(/\?.*/, ''),
    signedAs({ now: Date.now() - 60 * 60 * 1000 }),
    signedAs({ secret: 'another' }),
  ]) {
    const reply = await put(address, Buffer.from('x'))
    expect([address, reply.statusCode, reply.json<ErrorReply>().code]).toEqual([address, 403, 'ACCESS_DENIED'])
  }
})

test('an address with any byte changed, added or removed is refused', async () => {
  const { whole: address } = await ticket()
  const position = fc.integer({ min: 1, max: address.length - 1 })
  const character = fc.constantFrom(...'abcfgzABZ0189-_.~%&=?/+;,:@!$'.split(''))
  const mutation = fc.oneof(
    fc.tuple(position, character).map(([at, by]) => address.slice(0, at) + by + address.slice(at + 1)),
    fc.tuple(position, character).map(([at, by]) => address.slice(0, at) + by + address.slice(at)),
    fc.tuple(position, fc.integer({ min: 1, max: 9 })).map(([at, n]) => address.slice(0, at) + address.slice(at + n)),
    position.map((at) => `${address.slice(0, at)}%${hexOf(address[at]!)}${address.slice(at + 1)}`),
    character.map((by) => address + by),
    fc.constantFrom('&expires=9999999999', '&signature=x', '&x=1').map((more) => address + more),
    fc.constant(address.replace('expires=', 'expires=0')),
    fc.constant(address.replace(/^[^?]*/, (path) => path.toUpperCase())),
  )
  await fc.assert(
    fc.asyncProperty(
      mutation.filter((mutated) => mutated !== address),
      async (mutated) => {
        const reply = await put(mutated, Buffer.from('x'))
        expect([400, 403, 404]).toContain(reply.statusCode)
      },
    ),
    { numRuns: 400, seed: 1 },
  )
  expect((await put(address, Buffer.from('x'))).statusCode).toBe(200)
})

test.each(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  'a %s request to the signed address is refused without using it up',
  async (method) => {
    const { whole } = await ticket()
    const reply = await t.visitor.inject({ method, url: whole, headers: { 'content-type': 'text/plain' } })
    expect(reply.statusCode).toBe(405)
    expect((await put(whole, Buffer.from('x'))).statusCode).toBe(200)
  },
)

test('a part of a file is refused, because it would pass for the whole', async () => {
  const { whole } = await ticket()
  const part = await put(whole, Buffer.from('end'), { 'content-range': 'bytes 5-7/8' })
  expect(refusalOf(part)).toEqual([400, expect.stringContaining('whole file')])
  expect((await put(whole, Buffer.from('whole'))).statusCode).toBe(200)
})

test('an address works once, even for two concurrent uploads', async () => {
  const { id, whole } = await ticket()
  const texts = ['one', 'two']
  const replies = await Promise.all(texts.map((text) => put(whole, Buffer.from(text))))
  expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409])
  const winner = texts[replies.findIndex((reply) => reply.statusCode === 200)]
  const loser = replies.find((reply) => reply.statusCode === 409)?.json<ErrorReply>()
  expect(loser?.message).toMatch(/^Something (is already being|was already) uploaded to this address/)

  expect((await put(whole, Buffer.from('three'))).statusCode).toBe(409)
  const stored = t.deps.storage.read(id, { start: 0, end: 2 })
  expect(await readText(stored)).toBe(winner)
})

test('a signed address is never logged, even if an upload fails', async () => {
  const lines: string[] = []
  // A separate storage folder, so that it can be broken.
  const folder = testFolder()
  const deps = { ...t.deps, storage: await DiskStorage.open(folder) }
  await using app = await buildApp(deps, {
    log: createLogger({ level: 'trace', output: { write: (line) => lines.push(line) } }),
    accessLog: true,
  })
  const { id, whole } = await ticket()
  const send = (url: string) => app.inject({ method: 'PUT', url, payload: Buffer.from('x') })
  await rm(join(folder, 'incoming'), { recursive: true })
  expect((await send(whole)).statusCode).toBe(500)
  await mkdir(join(folder, 'incoming'))
  const urls = [`${whole}x`, whole.replace(id, `${id}x`), whole, whole]
  expect(await Promise.all(urls.map(async (url) => (await send(url)).statusCode))).toContain(200)
  expect((await app.inject({ method: 'GET', url: whole })).statusCode).toBe(405)

  expect(lines.join('')).toContain('ENOENT')
  expect(lines.join('')).not.toContain(whole.split('signature=')[1]!.slice(0, 8))
})

test('more than five gigabytes are refused before a byte is written', async () => {
  const { whole } = await ticket()
  const reply = await put(whole, Buffer.from('x'), { 'content-length': String(5 * 1024 ** 3 + 1) })
  expect(reply.statusCode).toBe(413)
})

test('an interrupted upload leaves no bytes, and its address stays valid', async () => {
  const { id, whole } = await ticket()
  const incoming = join(t.storageFolder, 'incoming')
  const socket = createConnection(await listen(), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`PUT ${whole} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`)
  socket.write(randomBytes(500_000))
  await expect.poll(() => readdir(incoming)).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => readdir(incoming)).toEqual([])
  expect(await storedKeys()).not.toContain(id)
  // The address is still valid: a phone that lost its network may try again.
  expect((await put(whole, Buffer.from('whole'))).statusCode).toBe(200)
})

test('a user can have twenty unused uploads, even with concurrent requests', async () => {
  const { user, caller } = await t.signUp()
  const ask = () => caller.post('/api/objects/upload')
  const replies = await Promise.all(Array.from({ length: 30 }, ask))
  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(20)
  const refused = replies.find((reply) => reply.statusCode !== 200)
  expect(refused?.statusCode).toBe(409)
  expect(refused?.json()).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    message: 'You have 20 unpublished uploads. Please publish them first, or try again later.',
  })

  // An expired address no longer counts, because no file can be sent to it. A used address still counts, because its
  // file is stored.
  const used = replies.find((reply) => reply.statusCode === 200)!.json<{ uploadURL: string }>().uploadURL
  await put(used.replace('http://reverie.test', ''), Buffer.from('x'))
  const pastHour = sql<string>`created_at - interval '61 minutes'`
  await t.change('objects', { ownerId: user.id }, { createdAt: pastHour })
  const again = await Promise.all(Array.from({ length: 25 }, ask))
  expect(again.filter((reply) => reply.statusCode === 200)).toHaveLength(19)
})

describe('storage quotas', () => {
  const MB = 1024 ** 2

  /** Signs up a person with an unused upload and a storage limit that does not matter. */
  async function personWithUnused(sizeBytes: number) {
    const { user, caller } = await t.signUp({ storageLimitGb: 200 })
    const more = { ownerId: user.id, state: 'stored', contentType: 'video/mp4', sizeBytes } as const
    await t.insert('objects', more)
    return { user, caller }
  }

  async function addresses(caller: Caller, count: number): Promise<string[]> {
    const tickets = await Promise.all(Array.from({ length: count }, () => askForUpload(caller)))
    return tickets.map(({ whole }) => whole)
  }

  test('more than 20 GB of unused uploads are refused while they arrive', async () => {
    const { caller } = await personWithUnused(UNUSED_UPLOADS_MAX_BYTES - MB)
    const [address = ''] = await addresses(caller, 1)
    const before = await storedKeys()
    for (const payload of [randomBytes(MB + 1), Readable.from(chunks(MB + 1))]) {
      const reply = await t.visitor.inject({ method: 'PUT', url: address, payload })
      expect(reply.statusCode).toBe(409)
      expect(reply.json<ErrorReply>()).toMatchObject({
        code: 'QUOTA_EXCEEDED',
        message: expect.stringContaining('more than 20 GB') as string,
      })
    }
    expect(await storedKeys()).toEqual(before)
    expect(await readdir(join(t.storageFolder, 'incoming'))).toEqual([])
    expect((await put(address, randomBytes(MB))).statusCode).toBe(200)
    expect((await caller.post('/api/objects/upload')).json()).toMatchObject({ code: 'QUOTA_EXCEEDED' })
  })

  test('a client that is refused halfway can finish sending and gets the reason', async () => {
    const { caller } = await personWithUnused(UNUSED_UPLOADS_MAX_BYTES - MB)
    const [address = ''] = await addresses(caller, 1)
    const socket = createConnection(await listen(), '127.0.0.1')
    const head = `PUT ${address} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
    const chunk = Buffer.concat([Buffer.from('400000\r\n'), randomBytes(4 * MB), Buffer.from('\r\n')])
    socket.write(head)
    socket.write(chunk)
    const [reply] = (await once(socket, 'data')) as [Buffer]
    expect(reply.toString()).toMatch(/^HTTP\/1.1 409 [^]*"code":"QUOTA_EXCEEDED"/)
    socket.end(Buffer.concat([chunk, Buffer.from('0\r\n\r\n')]))
    await once(socket, 'finish')
    socket.destroy()
  })

  test('a client can finish sending even if the database fails during its upload', async () => {
    const storage = storageWith(t.deps.storage, {
      async write(_key, source) {
        for await (const _ of source) break
        await sql`alter table objects rename to objects_away`.execute(t.db)
        throw new Error('The disk failed')
      },
    })
    const app = await buildApp({ ...t.deps, storage }, { log: createLogger({ level: 'silent' }) })
    onTestFinished(async () => {
      await app.close()
      await sql`alter table objects_away rename to objects`.execute(t.db)
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { caller } = await t.signUp()
    const [address = ''] = await addresses(caller, 1)
    const { socket, received, write } = connectRaw(app)
    write(`PUT ${address} HTTP/1.1\r\nHost: x\r\nContent-Length: ${64 * MB}\r\n\r\n`)
    socket.write(randomBytes(MB))
    expect(await received(/"code"/)).toMatch(/^HTTP\/1.1 500 /)
    socket.end(randomBytes(63 * MB))
    await once(socket, 'finish')
    socket.destroy()
  })

  test('concurrent uploads cannot exceed the quota', async () => {
    const { caller } = await personWithUnused(UNUSED_UPLOADS_MAX_BYTES - 3 * MB)
    const replies = await Promise.all((await addresses(caller, 6)).map((address) => put(address, randomBytes(MB))))
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(3)
  })

  test('an interrupted upload releases its reserved space', async () => {
    const { user, caller } = await personWithUnused(UNUSED_UPLOADS_MAX_BYTES - MB)
    const [address = ''] = await addresses(caller, 1)
    const cutOff = Readable.from(
      (async function* () {
        yield randomBytes(1000)
        throw new Error('cut off')
      })(),
    )
    await t.visitor.inject({ method: 'PUT', url: address, payload: cutOff }).catch(() => {})
    const pending = () => t.rows('objects', { ownerId: user.id, state: 'pending' })
    await expect.poll(pending).toMatchObject([{ sizeBytes: null }])
    expect((await put(address, randomBytes(MB))).statusCode).toBe(200)
  })
})

test('unpublished bytes are not served', async () => {
  const { caller } = await t.signUp()
  const videoUrl = await upload(caller, Buffer.from('secret bytes'))
  const id = objectIdIn(videoUrl)
  expect((await caller.get(`/objects/${id}`)).statusCode).toBe(404)
})

test('a published object supports ranges, HEAD and ETags, with safe headers', async () => {
  const { caller } = await t.signUp()
  const { videoUrl } = await publish(caller)
  const { size } = await stat(sampleClip('plain-h264.mp4'))
  const whole = await t.visitor.get(videoUrl)
  expect(whole.statusCode).toBe(200)
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(size),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })

  const get = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    t.visitor.inject({ method, url: videoUrl, headers })
  const part = await get({ range: 'bytes=100-199' })
  expect(part.statusCode).toBe(206)
  expect(part.headers['content-range']).toBe(`bytes 100-199/${size}`)
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(100, 200))

  const head = await get({}, 'HEAD')
  expect([head.headers['content-length'], head.rawPayload.length]).toEqual([String(size), 0])
  expect((await get({ 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304)
  expect((await get({ range: 'bytes=0-1', 'if-range': '"another"' })).statusCode).toBe(200)
  const outside = await get({ range: `bytes=${size}-` })
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${size}`])
  expect((await t.visitor.get('/objects/not-an-id')).statusCode).toBe(404)
})

test('unused uploads are deleted after a day, published objects never', async () => {
  const { caller } = await t.signUp()
  const { videoUrl } = await publish(caller)
  const unused = (await upload(caller, Buffer.from('unused'))).split('/').at(-1)!
  // A crash during a change of an avatar leaves a file that the server made.
  const unfinished = await createPendingObject(t.db)
  await t.deps.storage.writeFile(unfinished, sampleClip('plain-h264.mp4'))
  await sweepObjects(t.deps)
  expect(await storedKeys()).toEqual(expect.arrayContaining([unused, unfinished]))

  await sql`update objects set created_at = now() - interval '25 hours'`.execute(t.db)
  await sweepObjects(t.deps)
  const left = await storedKeys()
  expect([left.includes(unused), left.includes(unfinished)]).toEqual([false, false])
  expect((await t.visitor.get(videoUrl)).statusCode).toBe(200)
})

describe('deletion', () => {
  test('removes the bytes, even if the server dies right after the commit', async () => {
    const { caller } = await t.signUp()
    const [first, second] = [await publish(caller), await publish(caller)]
    const keyOf = (video: Video) => objectIdIn(video.videoUrl)!
    expect((await caller.delete(`/api/videos/${first.id}`)).statusCode).toBe(204)
    expect(await storedKeys()).not.toContain(keyOf(first))

    // The state after a server died between the commit and the removal.
    await t.db.deleteFrom('videos').where('id', '=', second.id).execute()
    await markDeleted(t.db, [keyOf(second)])
    expect((await t.visitor.get(second.videoUrl)).statusCode).toBe(404)
    expect(await storedKeys()).toContain(keyOf(second))
    await sweepObjects(t.deps)
    expect(await storedKeys()).not.toContain(keyOf(second))
    expect(await t.rows('objects', keyOf(second))).toEqual([])
  })

  test('a file that cannot be removed does not prevent other removals', async () => {
    const { caller } = await t.signUp()
    const keys = await Promise.all(
      [1, 2, 3].map(async () => (await upload(caller, Buffer.from('x'))).split('/').at(-1)!),
    )
    await markDeleted(t.db, keys)
    // The file is replaced by a folder, which cannot be removed as a file on any disk.
    const stuck = join(t.storageFolder, keys[0]!.slice(0, 2), keys[0]!)
    await rm(stuck)
    await mkdir(stuck)
    await expect(sweepObjects(t.deps)).rejects.toThrow('Could not delete 1 object')
    const left = await t.rows('objects', { state: 'deleted' })
    expect(left.map(({ id }) => id)).toEqual([keys[0]])
    await rm(stuck, { recursive: true })
    await sweepObjects(t.deps)
  })
})

/** Makes the application listen on a loopback port, unless it already does. @returns The port. */
async function listen(): Promise<number> {
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
  return (t.app.server.address() as AddressInfo).port
}

async function storedKeys(): Promise<string[]> {
  return keysIn(t.deps.storage)
}

function* chunks(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= 65_536) yield randomBytes(Math.min(left, 65_536))
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0')
}

test.runIf(process.platform === 'linux')('an upload to a full disk is refused and can be repeated later', async () => {
  const full = storageWith(t.deps.storage, {
    // A device that behaves like a full disk.
    write: (_key, source) => pipeline(source, createWriteStream('/dev/full')) as Promise<never>,
  })
  await using crowded = await buildApp({ ...t.deps, storage: full }, { log: createLogger({ level: 'silent' }) })
  const { whole } = await ticket()
  const refused = await crowded.inject({
    method: 'PUT',
    url: whole,
    payload: randomBytes(100_000),
    headers: { 'content-type': 'video/mp4' },
  })
  expect(refusalOf(refused)).toEqual([
    503,
    'The server is out of space right now. Nothing was saved. Please try again later.',
  ])
  expect((await t.visitor.get('/api/videos')).statusCode).toBe(200)
  expect((await put(whole, Buffer.from('bytes'))).statusCode).toBe(200)
})
