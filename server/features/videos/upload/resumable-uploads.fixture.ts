import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeAll, expect } from 'vitest'
import { connectRaw, type RawClient } from '../../../test/clients/raw-client.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'
import { askForUpload, tusCalls } from '../../../test/uploads.ts'

/** Starts an application that listens, and returns it with calls to the resumable addresses of its uploads. */
export function testResumableUploads() {
  const t = testApp()
  let somebody: Caller
  beforeAll(async () => {
    const { caller } = await t.signUp({ storageLimitGb: 200 })
    somebody = caller
    await t.app.listen({ port: 0, host: '127.0.0.1' })
  })
  // One person may have only twenty unused uploads, so each test removes its own.
  afterEach(() => t.db.deleteFrom('objects').where('state', '<>', 'published').execute())

  const ticket = async (caller = somebody) => ({ caller, ...(await askForUpload(caller)) })
  const tus = tusCalls((options) => t.visitor.inject(options))

  /** Creates an upload for a file of random bytes. */
  async function begun(sizeBytes: number) {
    const created = await ticket()
    await tus.begin(created.resumable, sizeBytes)
    return { ...created, file: randomBytes(sizeBytes) }
  }

  const parts = () => readdir(join(t.storageFolder, 'resumable'))
  const stateOf = async (id: string) => (await t.row('objects', id)).state

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
    await expect.poll(() => readFile(part)).toHaveLength(offset + bytes.length)
    return client
  }

  return { t, ticket, begun, ...tus, parts, stateOf, storedBytes, trickle }
}
