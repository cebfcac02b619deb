import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectRaw } from '../../../test/clients/raw-client.ts'
import { testApp, testPerson } from '../../../test/test-app.ts'
import { askForUpload, tusCalls } from '../../../test/uploads.ts'
import { UploadLeases } from './upload-leases.ts'
import { giveBackLostRoom, giveBackRoom } from './upload-quota.ts'

/** Two processes of one site. */
const a = testApp({ isOneOfMany: true })
const b = testApp({ isOneOfMany: true, beside: a })
const person = testPerson(a)
beforeAll(() => a.app.listen({ port: 0, host: '127.0.0.1' }))

const bytes = randomBytes(300_000)
const atA = tusCalls((options) => a.visitor.inject(options))
const atB = tusCalls((options) => b.visitor.inject(options))

async function begin(): Promise<{ id: string; url: string }> {
  const { id, resumable } = await askForUpload(person.caller)
  expect((await atA.begin(resumable, bytes.length)).statusCode).toBe(201)
  return { id, url: resumable }
}

/** Starts an upload to the first process, and sends only the first 100,000 bytes. */
async function beginAtA({ id, url }: { id: string; url: string }) {
  const client = connectRaw(a.app)
  onTestFinished(() => void client.socket.destroy())
  client.write(
    `PATCH ${url} HTTP/1.1\r\nhost: reverie.test\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
  )
  client.socket.write(bytes.subarray(0, 100_000))
  await expect.poll(async () => (await a.deps.storage.partSizes()).get(id)).toBe(100_000)
  return client
}

const patchAtB = (url: string, offset: number) => atB.patch(url, offset, bytes.subarray(offset))

test('requesting the offset moves an upload to another process', async () => {
  const [upload, other] = [await begin(), await begin()]
  const { receiver } = await a.row('objects', other.id)
  const client = await beginAtA(upload)
  expect(await atB.offsetOf(upload.url)).toBe(100_000)
  expect((await a.row('objects', other.id)).receiver).toBe(receiver)
  await client.closed
  expect((await patchAtB(upload.url, 100_000)).statusCode).toBe(204)
  const stored = await buffer(a.deps.storage.read(upload.id, { start: 0, end: bytes.length - 1 }))
  expect(stored.equals(bytes)).toBe(true)
})

test('a failed upload frees only its own room', async () => {
  const [failed, other] = [await begin(), await begin()]
  await giveBackRoom(a.db, failed.id)
  const sizeOf = async ({ id }: { id: string }) => (await a.row('objects', id)).sizeBytes
  expect([await sizeOf(failed), await sizeOf(other)]).toEqual([null, bytes.length])
})

test('two processes never receive the same upload, and the second is refused', async () => {
  const upload = await begin()
  const client = await beginAtA(upload)
  expect((await patchAtB(upload.url, 100_000)).statusCode).toBe(409)
  client.socket.write(bytes.subarray(100_000))
  expect(await client.received(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 204/)
})

test('a process waits for a live lease and takes over an expired one', async () => {
  const uploads = [await begin(), await begin()] as const
  for (const { id } of uploads) {
    await sql`update objects set receiver = gen_random_uuid(), receiver_until = now() + interval '300 ms'
      where id = ${id}`.execute(a.db)
  }
  expect((await patchAtB(uploads[0].url, 0)).statusCode).toBe(204)
  expect(await atB.offsetOf(uploads[1].url)).toBe(0)
})

test('a process that was suspended for longer than its lease stops writing', async () => {
  const { id } = await begin()
  const leases = new UploadLeases(a.deps)
  const onLost = vi.fn<() => void>()
  await leases.hold(id, { interrupts: false, onLost }, async (lease) => {
    lease.requireOurs()
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 15_001)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(() => lease.requireOurs()).toThrow('The upload was interrupted.')
    vi.restoreAllMocks()
  })
  // The lease was given back.
  await leases.hold(id, { interrupts: false, onLost }, async (lease) => lease.requireOurs())
  expect(onLost).not.toHaveBeenCalled()
})

test('the sweep frees only the space reserved by crashed uploads', async () => {
  const ids = await Promise.all(
    ['-1 s', '10 s'].map(async (time) => {
      const { id } = await begin()
      await sql`update objects set upload_length = null, size_bytes = 5, receiver = gen_random_uuid(),
        receiver_until = now() + ${time}::interval where id = ${id}`.execute(a.db)
      return id
    }),
  )
  await giveBackLostRoom(a.db)
  const rows = await a.rows('objects', { id: ids })
  expect(ids.map((id) => rows.find((row) => row.id === id)?.sizeBytes)).toEqual([null, 5])
})
