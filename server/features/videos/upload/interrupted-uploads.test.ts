import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { VIDEO_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { createLogger } from '../../../setup/logger.ts'
import { DiskStorage } from '../../../storage/disk/disk-storage.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { storageWith } from '../../../test/storage-with.ts'
import { testResumableUploads } from './resumable-uploads.fixture.ts'
import { buildApp } from '../../../app.ts'

const { t, ticket, send, begin, begun, patch, offsetOf, parts, stateOf, storedBytes, trickle } = testResumableUploads()

describe('several requests for one upload', () => {
  test('only one of two concurrent PATCH requests succeeds, and the file is complete', async () => {
    const { id, resumable, file } = await begun(200_000)
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
    const { id, resumable, file } = await begun(200_000)
    const dead = await trickle(resumable, 0, file.length, file.subarray(0, 70_000))
    expect(await offsetOf(resumable)).toBe(70_000)
    expect(await dead.closed).not.toContain('204')
    expect((await patch(resumable, 70_000, file.subarray(70_000))).statusCode).toBe(204)
    expect(await storedBytes(id)).toEqual(file)
  })

  test('bytes that arrived before a connection was lost are kept', async () => {
    const { id, resumable, file } = await begun(200_000)
    for (let at = 0; at < 150_000; at += 50_000) {
      const client = await trickle(resumable, at, file.length - at, file.subarray(at, at + 50_000))
      client.socket.destroy()
      await expect.poll(() => offsetOf(resumable)).toBe(at + 50_000)
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

  test('an upload cannot be sent both in one request and resumably', async () => {
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
    const { resumable } = await begun(4)
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

  test('an upload that is published while it is cancelled stays, and the reply says so', async () => {
    const { id, resumable } = await begun(4)
    await patch(resumable, 0, Buffer.from('four'))
    const reply = await requestBehind(
      t,
      () => send('DELETE', resumable),
      async (tx, untilItWaits) => {
        const published = { state: 'published', contentType: 'video/mp4' } as const
        await tx.updateTable('objects').set(published).where('id', '=', id).execute()
        await untilItWaits()
      },
    )
    expect(reply.statusCode).toBe(409)
    expect((await storedBytes(id)).toString()).toBe('four')
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
    await using crowded = await buildApp({ ...t.deps, storage: full }, { log: createLogger({ level: 'silent' }) })
    const { id, resumable, file } = await begun(1_000)
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
    for (const left of ['not placed', 'placed', 'placed, and the part still there']) {
      const { id, resumable, file } = await begun(1_000)
      const source = async function* () {
        yield file
      }
      await t.deps.storage.append(id, source())
      if (left.startsWith('placed')) await t.deps.storage.complete(id)
      if (left.endsWith('still there')) await t.deps.storage.append(id, source())
      expect(await offsetOf(resumable)).toBe(1_000)
      expect([await stateOf(id), await storedBytes(id)]).toEqual(['stored', file])
      expect(await parts()).not.toContain(id)
    }
  })

  test('parts still exist at the next start and are not served', async () => {
    const { id, resumable } = await begun(10)
    await patch(resumable, 0, Buffer.from('half'))
    const reopened = await DiskStorage.open(t.storageFolder)
    expect(await reopened.arrivedBytes(id)).toBe(4)
    expect(await reopened.find(id)).toBeUndefined()
    expect(await Array.fromAsync(reopened.list())).not.toContain(id)
  })
})

test('parts are deleted a day after their upload was created', async () => {
  const [old, recent] = [await begun(10), await begun(10)]
  for (const { resumable } of [old, recent]) await patch(resumable, 0, Buffer.from('half'))
  const dayAgo = sql<string>`now() - interval '25 hours'`
  await t.change('objects', old.id, { createdAt: dayAgo })
  await sweepObjects(t.deps)
  const left = await parts()
  expect([left.includes(old.id), left.includes(recent.id)]).toEqual([false, true])
  expect((await send('HEAD', old.resumable)).statusCode).toBe(404)
  expect((await patch(recent.resumable, 4, Buffer.from('second'))).statusCode).toBe(204)
})
