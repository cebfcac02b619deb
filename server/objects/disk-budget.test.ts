import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ErrorReply } from '../../contract/errors.ts'
import { VIDEO_MAX_BYTES } from '../../contract/videos/uploads.ts'
import { buildApp } from '../app.ts'
import { connectRaw } from '../test/clients/raw-client.ts'
import { type SmallDisk, smallDisk } from '../test/small-disk.ts'
import { type Caller, callerOf, insertVideos, refusalOf, signUp, testApp } from '../test/test-app.ts'
import { askForUpload, type Ticket, tusCalls } from '../test/uploads.ts'
import { giveBackLostRoom } from '../features/videos/upload/upload-quota.ts'
import { createLogger } from '../setup/logger.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3
const reserveBytes = 32 * MB
const NO_ROOM = 'The server has no space for this file right now. Nothing was saved. Please try again later.'

const t = testApp()
let small: SmallDisk
/** The same application, on a disk that is nearly full. */
let app: FastifyInstance
beforeAll(async () => {
  small = smallDisk(t.storageFolder, { freeBytes: 0, reserveBytes })
  app = await buildApp({ ...t.deps, disk: small.disk }, { log: createLogger({ level: 'silent' }) })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

let person: { id: string; caller: Caller }
beforeEach(async () => {
  small.freeBytes = await freeFor(0)
  person = await newPerson()
})
afterEach(async () => {
  const left = await t.db.deleteFrom('objects').where('state', 'in', ['pending', 'stored']).returning('id').execute()
  for (const { id } of left) await t.deps.storage.remove(id)
})

async function newPerson(): Promise<{ id: string; caller: Caller }> {
  const { user, caller } = await signUp(app)
  return { id: user.id, caller }
}

/** Returns the free bytes of a disk on which uploads may use `spareBytes` besides the current files. */
async function freeFor(spareBytes: number): Promise<number> {
  const [reading] = await small.disk.read()
  return small.freeBytes - reading!.freeBytes + reserveBytes + spareBytes
}
const leave = async (spareBytes: number) => (small.freeBytes = await freeFor(spareBytes))

/** Requests signed addresses while the disk seems to have 100 GB to spare. */
async function ticket({ caller } = person): Promise<Ticket> {
  const before = small.freeBytes
  await leave(100 * GB)
  const asked = await askForUpload(caller)
  small.freeBytes = before
  return asked
}

const put = (url: string, payload: Buffer | Readable, headers: Record<string, string> = {}) =>
  app.inject({ method: 'PUT', url, payload, headers })
const { begin, patch, offsetOf } = tusCalls((options) => callerOf(app).inject(options))

async function partsOnDisk(): Promise<string[]> {
  return (await Promise.all(['incoming', 'resumable'].map((name) => readdir(join(t.storageFolder, name))))).flat()
}

const refusal = { statusCode: 507, body: expect.stringContaining(NO_ROOM) as string }

test('uploads are refused before any byte is written once only the reserve is free', async () => {
  const { whole, resumable } = await ticket()
  const another = await ticket()
  const [clip] = await insertVideos(t, (await t.signUp()).user.id, 1)
  const ask = () => person.caller.post('/api/objects/upload')
  const ways = [
    ask,
    () => put(whole, randomBytes(100)),
    () => put(whole, Readable.from([randomBytes(100)])),
    () => begin(resumable, 100),
  ]
  for (const upload of ways) expect(await upload()).toMatchObject(refusal)
  expect((await ask()).json<ErrorReply>()).toEqual({ error: NO_ROOM, message: NO_ROOM, code: 'STORAGE_FULL' })
  expect(await partsOnDisk()).toEqual([])
  const ready = () => app.inject('/readyz')
  expect([(await ready()).statusCode, (await ready()).json()]).toEqual([200, { status: 'ok', uploads: 'paused' }])

  expect((await person.caller.post(`/api/videos/${clip}/like`)).statusCode).toBe(200)
  expect((await person.caller.post(`/api/videos/${clip}/comments`, { text: 'still here' })).statusCode).toBe(201)
  expect(await newPerson()).toBeDefined()

  await leave(1_000)
  expect((await ready()).json()).toEqual({ status: 'ok' })
  expect((await begin(resumable, 100)).statusCode).toBe(201)
  expect((await put(another.whole, randomBytes(100))).statusCode).toBe(200)
})

test('the site is not ready while nothing can be written to the disk', async () => {
  small.freeBytes = 0
  const reply = await app.inject('/readyz')
  expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'full', uploads: 'paused' }])
})

test('a file is refused if its declared size would cut into the reserve', async () => {
  await leave(10 * MB)
  const [{ whole }, { resumable }] = [await ticket(), await ticket()]
  const length = String(10 * MB + 1)
  expect(await put(whole, randomBytes(1), { 'content-length': length })).toMatchObject(refusal)
  expect(await begin(resumable, 10 * MB + 1)).toMatchObject(refusal)
  expect(await partsOnDisk()).toEqual([])
  expect((await begin(resumable, 10 * MB)).statusCode).toBe(201)
})

test('an upload of undeclared size is cut off at the reserve', async () => {
  await leave(3 * MB)
  const { whole } = await ticket()
  const pieces = Readable.from(Array.from({ length: 5 }, () => randomBytes(MB)))
  expect(await put(whole, pieces)).toMatchObject(refusal)
  expect(await partsOnDisk()).toEqual([])
  expect((await put(whole, Readable.from([randomBytes(3 * MB)]))).statusCode).toBe(200)
})

test('space reserved by other uploads counts as used until their bytes have arrived', async () => {
  await leave(10 * MB)
  const [first, second] = [await ticket(), await ticket(await newPerson())]
  expect((await begin(first.resumable, 6 * MB)).statusCode).toBe(201)
  expect(await begin(second.resumable, 5 * MB)).toMatchObject(refusal)
  // Bytes that have arrived take space on the disk, and are no longer reserved.
  expect((await patch(first.resumable, 0, randomBytes(5 * MB))).statusCode).toBe(204)
  expect(await begin(second.resumable, 4 * MB + 1)).toMatchObject(refusal)
  expect((await begin(second.resumable, 4 * MB)).statusCode).toBe(201)
  expect((await patch(first.resumable, 5 * MB, randomBytes(MB))).statusCode).toBe(204)
  expect((await patch(second.resumable, 0, randomBytes(4 * MB))).statusCode).toBe(204)
  expect((await small.disk.read())[0]).toMatchObject({ freeBytes: reserveBytes })
})

test('an upload of declared size reserves all of its space at once', async () => {
  await leave(100 * MB)
  const [first, second] = [await ticket(), await ticket(await newPerson())]
  const client = connectRaw(app)
  client.write(`PUT ${first.whole} HTTP/1.1\r\nHost: x\r\nContent-Length: ${90 * MB}\r\n\r\nbegun`)
  await expect.poll(partsOnDisk).toHaveLength(1)
  expect(await begin(second.resumable, 11 * MB)).toMatchObject(refusal)
  client.socket.destroy()
  await expect.poll(async () => (await begin(second.resumable, 11 * MB)).statusCode).toBe(201)
})

test('concurrent uploads by many people together cannot exceed the budget of unfinished uploads', async () => {
  // Leaves four times the maximum size of a file. Unused uploads may take half of that: two files.
  await leave(4 * VIDEO_MAX_BYTES)
  const people = await Promise.all(Array.from({ length: 6 }, () => newPerson()))
  const tickets = []
  for (const one of people) tickets.push(await ticket(one))
  const replies = await Promise.all(tickets.map(({ resumable }) => begin(resumable, VIDEO_MAX_BYTES)))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
  expect(replies.find(({ statusCode }) => statusCode !== 201)?.json<ErrorReply>()).toMatchObject({
    code: 'STORAGE_FULL',
    message: 'Too many uploads are in progress on this site right now. Nothing was saved. Please try again later.',
  })
})

test('an upload stops before it uses the database’s half of the reserve', async () => {
  await leave(20 * MB)
  const { resumable } = await ticket()
  await begin(resumable, 20 * MB)
  const bytes = randomBytes(20 * MB)
  expect((await patch(resumable, 0, bytes.subarray(0, MB))).statusCode).toBe(204)
  // A quarter of the reserve is used.
  await leave(-reserveBytes / 4)
  expect((await patch(resumable, MB, bytes.subarray(MB, 2 * MB))).statusCode).toBe(204)
  await leave(-reserveBytes / 2)
  const refused = await patch(resumable, 2 * MB, bytes.subarray(2 * MB))
  expect(refusalOf(refused)).toEqual([
    503,
    'The server is out of space right now. Your progress is saved. Please continue later.',
  ])
  expect(await offsetOf(resumable)).toBe(2 * MB)
  await leave(30 * MB)
  expect((await patch(resumable, 2 * MB, bytes.subarray(2 * MB))).statusCode).toBe(204)
})

test('a client refused halfway can finish its chunk', async () => {
  await leave(20 * MB)
  const { resumable } = await ticket()
  await begin(resumable, 20 * MB)
  await leave(-reserveBytes)
  const client = connectRaw(app)
  onTestFinished(() => void client.socket.destroy())
  client.write(`PATCH ${resumable} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n`)
  client.write(`Content-Type: application/offset+octet-stream\r\nContent-Length: ${20 * MB}\r\n\r\n`)
  const isSent = Promise.withResolvers<void>()
  client.socket.write(randomBytes(20 * MB), () => isSent.resolve())
  await isSent.promise
  expect(await offsetOf(resumable)).toBe(0)
})

test('an upload cut off by a crash frees its space at the next start', async () => {
  await leave(10 * MB)
  const [cutOff, next] = [await ticket(), await ticket()]
  await t.change('objects', cutOff.id, { sizeBytes: 9 * MB })
  expect(await begin(next.resumable, 5 * MB)).toMatchObject(refusal)
  await giveBackLostRoom(t.db, { isStart: true })
  expect((await begin(next.resumable, 5 * MB)).statusCode).toBe(201)
})
