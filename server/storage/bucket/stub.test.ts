import { randomBytes, randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '../../errors/app-error.ts'
import { openStorage as openConfigured } from '../../setup/open-storage.ts'
import type { Fault, S3Request, S3Stub } from '../../test/servers/s3-stub.ts'
import { openStubBucket } from '../../test/servers/test-bucket.ts'
import { LEFT_OVER_AFTER_MS, type Storage } from '../storage.ts'
import type { Bucket } from './bucket.ts'
import { checkBucket } from './check-bucket.ts'
import { openBucket } from './open-bucket.ts'
import { PART_BYTES } from './part-writer.ts'

const keys = { accessKeyId: 'name', secretAccessKey: 'secret' }
const limits = { maxBytes: 100_000_000 }

let stub: S3Stub
let bucket: Bucket
let storage: Storage
beforeEach(async () => {
  const opened = await openStubBucket()
  ;({ stub, bucket, storage } = opened)
  return opened.close
})

/** Lets the first matching requests fail, and no others. */
function times(count: number, isMeant: (request: S3Request) => boolean, fault: Fault): void {
  let left = count
  stub.misbehave = (request) => (isMeant(request) && left-- > 0 ? fault : undefined)
}

const completes = ({ method, query }: S3Request) => method === 'POST' && query.has('uploadId')
const sendsPart = ({ method, query }: S3Request) => method === 'PUT' && query.has('partNumber')
const reads = ({ method, key }: S3Request) => method === 'GET' && key.startsWith('objects/')

async function* pieces(...all: Buffer[]): AsyncGenerator<Buffer> {
  yield* all
}

const all = async (key: string) => {
  const { sizeBytes } = (await storage.find(key))!
  return buffer(storage.read(key, { start: 0, end: sizeBytes - 1 }))
}

test.each<[string, Fault]>([
  ['its reply is lost', 'lose the reply'],
  ['it was reported as failed', 'say it failed'],
])('an object exists if its last request took effect, although %s', async (_name, fault) => {
  const [whole, continued] = [randomUUID(), randomUUID()]
  // The client itself retries, so all four of its attempts must fail.
  times(4, completes, fault)
  expect(await storage.write(whole, Readable.from(['bytes']), limits)).toEqual({ sizeBytes: 5 })
  await storage.append(continued, pieces(Buffer.from('bytes')))
  times(4, completes, fault)
  await storage.complete(continued)
  for (const key of [whole, continued]) expect((await all(key)).toString()).toBe('bytes')
})

test('an object whose completion failed inside a 200 reply can be completed later', async () => {
  const [whole, continued] = [randomUUID(), randomUUID()]
  stub.misbehave = (request) => (completes(request) ? 'fail and say 200' : undefined)
  await expect(storage.write(whole, Readable.from(['bytes']), limits)).rejects.toThrow(AppError)
  await storage.append(continued, pieces(Buffer.from('bytes')))
  await expect(storage.complete(continued)).rejects.toThrow(AppError)
  expect([await storage.find(whole), await storage.find(continued)]).toEqual([undefined, undefined])
  expect(await storage.arrivedBytes(continued)).toBe(5)
  stub.misbehave = () => undefined
  await storage.complete(continued)
  expect((await all(continued)).toString()).toBe('bytes')
})

test('blanking a range succeeds if only the server’s reply is lost', async () => {
  const key = randomUUID()
  await storage.write(key, Readable.from(['secret']), limits)
  stub.misbehave = (request) => (completes(request) ? 'fail and say 200' : undefined)
  await expect(storage.blank(key, [{ offset: 0, sizeBytes: 3 }])).rejects.toThrow(AppError)
  expect((await all(key)).toString()).toBe('secret')
  times(4, completes, 'lose the reply')
  await storage.blank(key, [{ offset: 0, sizeBytes: 3, fill: 46 }])
  expect((await all(key)).toString()).toBe('...ret')
})

test.each<[string, Fault]>([
  ['asks to slow down', { refuse: 503, code: 'SlowDown' }],
  ['loses replies', 'lose the reply'],
])('a request to a server that %s is repeated', async (_name, fault) => {
  for (const isMeant of [sendsPart, completes]) {
    const key = randomUUID()
    times(1, isMeant, fault)
    await storage.write(key, Readable.from(['bytes']), limits)
    expect((await all(key)).toString()).toBe('bytes')
  }
})

test('a server that remains unreachable causes UNAVAILABLE, and the arrived bytes are kept', async () => {
  const [key, bytes] = [randomUUID(), randomBytes(PART_BYTES + 100)]
  await storage.append(key, pieces(bytes.subarray(0, 1_000)))
  stub.misbehave = (request) => (sendsPart(request) ? { refuse: 500, code: 'InternalError' } : undefined)
  await expect(storage.append(key, pieces(bytes.subarray(1_000)))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  stub.misbehave = () => undefined
  expect(await storage.arrivedBytes(key)).toBe(1_000)
  await storage.append(key, pieces(bytes.subarray(1_000)))
  await storage.complete(key)
  expect((await all(key)).equals(bytes)).toBe(true)
})

test('a reply that ends early is continued where it stopped', async () => {
  const [key, bytes] = [randomUUID(), randomBytes(100_000)]
  await storage.write(key, Readable.from([bytes]), limits)
  times(5, reads, { cutAfterBytes: 10_000 })
  expect((await all(key)).equals(bytes)).toBe(true)
  expect(stub.requests.filter(reads)).toHaveLength(6)
  stub.misbehave = (request) => (reads(request) ? { cutAfterBytes: 0 } : undefined)
  await expect(all(key)).rejects.toThrow()
})

test('a server without bulk deletes is sent single deletes from then on', async () => {
  const made = Array.from({ length: 3 }, () => randomUUID())
  for (const key of made) await storage.write(key, Readable.from(['bytes']), limits)
  const asked = () => stub.requests.filter(({ query }) => query.has('delete')).length
  await storage.removeMany(made.slice(0, 2))
  expect([[...stub.objects.keys()], asked()]).toEqual([[`objects/${made[2]}`], 1])
  await storage.removeMany([made[2]!, randomUUID()])
  expect([stub.objects.size, asked()]).toEqual([0, 1])
})

test('a missing bucket is not mistaken for an empty one', async () => {
  stub.misbehave = () => ({ refuse: 404, code: 'NoSuchBucket' })
  await expect(storage.find(randomUUID())).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(buffer(storage.read(randomUUID(), { start: 0, end: 1 }))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(storage.arrivedBytes(randomUUID())).rejects.toThrow()
})

test('an upload that the server has forgotten starts again with the stored bytes', async () => {
  const [key, bytes] = [randomUUID(), randomBytes(PART_BYTES + 5)]
  await storage.append(key, pieces(bytes.subarray(0, 1_000)))
  stub.uploads.clear()
  expect(await storage.arrivedBytes(key)).toBe(0)
  await storage.append(key, pieces())
  expect(await storage.arrivedBytes(key)).toBe(1_000)
  await storage.append(key, pieces(bytes.subarray(1_000)))
  await storage.complete(key)
  expect((await all(key)).equals(bytes)).toBe(true)
})

test('reading ends when the reader disconnects', async () => {
  const key = randomUUID()
  await storage.write(key, Readable.from([randomBytes(20_000_000)]), limits)
  const stream = storage.read(key, { start: 0, end: 19_999_999 })
  for await (const chunk of stream) {
    expect((chunk as Buffer).length).toBeGreaterThan(0)
    break
  }
  expect(stub.requests.filter(reads)).toHaveLength(1)

  stub.misbehave = (request) => (reads(request) ? 'never reply' : undefined)
  const waiting = storage.read(key, { start: 0, end: 9 }).resume()
  await expect.poll(() => stub.requests.filter(reads).length).toBeGreaterThan(1)
  waiting.destroy()
  // If the reader did not disconnect, a silent connection would end only after 30 s.
  await expect.poll(() => stub.abandoned, { timeout: 20_000 }).toBeGreaterThan(0)
})

test('abandoned uploads are aborted after two days', async () => {
  const [old, fresh] = [randomUUID(), randomUUID()]
  for (const key of [old, fresh]) await storage.append(key, pieces(Buffer.from('half')))
  const longAgo = new Date(Date.now() - LEFT_OVER_AFTER_MS - 60_000)
  for (const upload of stub.uploads.values()) if (upload.key.endsWith(old)) upload.begunAt = longAgo
  for (const [key, object] of stub.objects) if (key.includes(old)) object.writtenAt = longAgo
  const crashed = randomUUID()
  stub.uploads.set(crashed, { key: `objects/${randomUUID()}`, begunAt: longAgo, parts: new Map() })
  // A killed storage:check leaves these behind.
  stub.uploads.set(randomUUID(), { key: 'check/1/large', begunAt: longAgo, parts: new Map() })
  for (const [name, writtenAt] of [
    ['old', longAgo],
    [fresh, new Date()],
  ] as const) {
    stub.objects.set(`check/${name}/small`, { bytes: Buffer.alloc(1), etag: '"1"', writtenAt })
  }
  await storage.removeLeftovers()
  expect([...stub.objects.keys()].every((key) => key.includes(fresh))).toBe(true)
  expect([...stub.uploads.values()].map(({ key }) => key)).toEqual([`objects/${fresh}`])
})

test('checks and clean-ups that are repeated at once send no further requests', async () => {
  for (let asked = 0; asked < 3; asked++) {
    await storage.check()
    await storage.removeLeftovers()
  }
  expect(stub.requests.map(({ method, query }) => `${method} ${[...query.keys()].toSorted().join()}`)).toEqual([
    'HEAD ',
    'GET uploads',
    'GET list-type,prefix',
    'GET list-type,prefix',
  ])
})

test('storage:check describes what the server supports and leaves nothing behind', async () => {
  const findings = await Array.fromAsync(checkBucket(bucket))
  expect(findings.map(({ line }) => line)).toEqual([
    'PUT: works.',
    'HEAD: works.',
    expect.stringMatching(/^Clock: differs by \d s at most\.$/),
    'Range: works.',
    'Parts: two of 8 MiB are taken and listed.',
    'Copied parts: work.',
    'Completing an upload: joins the parts into one object.',
    'Listing: works, in order, at once.',
    'If-None-Match: is ignored, but Reverie does not need it.',
    'Deleting: works one by one, because the server refuses many at once.',
  ])
  expect(findings.every(({ isEnough }) => isEnough)).toBe(true)
  expect([stub.objects.size, stub.uploads.size]).toEqual([0, 0])

  stub.misbehave = ({ headers }) => (headers.range ? { refuse: 400, code: 'NoRanges' } : undefined)
  const broken = (await Array.fromAsync(checkBucket(bucket))).filter(({ isEnough }) => !isEnough)
  expect(broken).toEqual([{ line: 'Range: does not work (NoRanges: NoRanges).', isEnough: false }])
})

test('a bucket that its server refuses names the status of the reply, which has no reason', async () => {
  stub.misbehave = () => ({ refuse: 400, code: 'AuthorizationHeaderMalformed' })
  await expect(openBucket(stub.address, keys)).rejects.toThrow(
    /cannot be used \(the server answered 400\)\. Please check endpoint and region\.$/,
  )
})

test('a command’s fetched files leave room on their own disk, the one for temporary files', async () => {
  const disks = new Set<number>()
  await using stack = new AsyncDisposableStack()
  const settings = {
    // Another file system, without any space.
    dataDir: '/proc',
    diskReserve: (totalBytes: number) => {
      disks.add(totalBytes)
      return 0
    },
    bucket: { address: stub.address, keys, cacheBytes: limits.maxBytes, movesFromDisk: false },
    objectsGroup: undefined,
  }
  const configured = await openConfigured(settings, stack)
  const id = randomUUID()
  await configured.write(id, Readable.from(['bytes']), limits)
  await configured.withFile(id, async () => {})
  const { blocks, bsize } = await statfs(tmpdir())
  expect([...disks]).toEqual([blocks * bsize])
})
