import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { afterEach, beforeAll, expect, vi } from 'vitest'
import { connectRaw, type RawClient } from '../../../test/clients/raw-client.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'

/** Options for polling, in milliseconds. The server sees a closed connection only when the kernel reports it. */
export const longPoll = { timeout: 60_000, interval: 5 }

interface Ticket {
  caller: Caller
  id: string
  /** Paths with their signatures. */
  whole: string
  resumable: string
  /** Address to publish. */
  videoUrl: string
}

type Method = 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS'

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

  /** Returns the address of the application for clients other than `t.visitor`. */
  const origin = () => `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`

  async function ticket(caller = somebody): Promise<Ticket> {
    const reply = (await caller.post('/api/objects/upload')).json<{ uploadURL: string; resumableURL: string }>()
    const [whole, resumable] = [reply.uploadURL, reply.resumableURL].map((url) =>
      url.replace('http://reverie.test', ''),
    )
    const videoUrl = reply.uploadURL.split('?')[0]!
    return { caller, id: videoUrl.split('/').at(-1)!, whole: whole!, resumable: resumable!, videoUrl }
  }

  function send(method: Method, url: string, headers: Record<string, string | number> = {}, payload?: Buffer) {
    const all = { 'tus-resumable': '1.0.0', ...headers } as NonNullable<InjectOptions['headers']>
    return t.visitor.inject({ method, url, headers: all, ...(payload ? { payload } : {}) })
  }

  const begin = (url: string, length: number) => send('POST', url, { 'upload-length': length })
  const patch = (url: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
    send(
      'PATCH',
      url,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': offset, ...headers },
      bytes,
    )

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

  return { t, origin, ticket, send, begin, patch, offsetOf, parts, stateOf, storedBytes, trickle }
}
