import { createHash } from 'node:crypto'
import { request, type RequestOptions } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Product } from '../../e2e/support/servers/server.ts'
import { type Account, call } from '../support/publish.ts'

export const MIB = 1024 ** 2
const CHUNK = Buffer.alloc(MIB, 'Reverie')
const tus = { 'tus-resumable': '1.0.0' }

type Bytes = Iterable<Buffer> | AsyncIterable<Buffer>

/** The addresses to which an upload is sent, in one piece or by the tus protocol. */
export interface Ticket {
  uploadURL: string
  resumableURL: string
}

export function ticket(account: Account): Promise<Ticket> {
  return call(account, 'POST', '/api/objects/upload')
}

/** Yields the bytes of an upload from `from` on. Each megabyte contains its position. */
export function* bytes(sizeBytes: number, from = 0): Generator<Buffer> {
  for (let at = from; at < sizeBytes;) {
    const chunk = Buffer.from(CHUNK)
    chunk.writeUInt32LE(Math.floor(at / MIB))
    const start = at % MIB
    yield chunk.subarray(start, start + sizeBytes - at)
    at += MIB - start
  }
}

async function digest(body: Bytes): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}

/** Sends an upload in one piece. */
export async function put({ uploadURL }: Ticket, sizeBytes: number): Promise<void> {
  requireSuccess(await send(uploadURL, { method: 'PUT', headers: { 'content-length': sizeBytes } }, bytes(sizeBytes)))
}

/** Sends an upload by the tus protocol, in one request. */
export async function sendByTus({ resumableURL }: Ticket, sizeBytes: number): Promise<void> {
  await begin(resumableURL, sizeBytes)
  requireSuccess(await patch(resumableURL, 0, sizeBytes, bytes(sizeBytes)))
}

/**
 * Sends an upload by the tus protocol. After each of several equal shares of the bytes, the server is killed and
 * started again. The upload continues at the offset that the server reports.
 *
 * @returns The largest number of bytes that had to be sent again after a kill.
 * @throws If an offset lies before an earlier one.
 */
export async function sendUnderKills(
  product: Product,
  { resumableURL }: Ticket,
  { sizeBytes, kills }: { sizeBytes: number; kills: number },
): Promise<number> {
  await begin(resumableURL, sizeBytes)
  let offset = 0
  let mostLostBytes = 0
  for (let kill = 1; kill <= kills; kill++) {
    const until = Math.floor((sizeBytes / (kills + 1)) * kill)
    let sentBytes = offset
    const body = async function* () {
      for (const chunk of bytes(sizeBytes, offset)) {
        yield chunk
        sentBytes += chunk.length
        if (sentBytes >= until) await product.crash()
      }
    }
    await patch(resumableURL, offset, sizeBytes, body())
    await product.restart()
    const asked = await fetch(resumableURL, { method: 'HEAD', headers: tus })
    const now = Number(asked.headers.get('upload-offset'))
    if (now < offset) throw new Error(`The offset went back from ${offset} to ${now}`)
    mostLostBytes = Math.max(mostLostBytes, sentBytes - now)
    offset = now
  }
  requireSuccess(await patch(resumableURL, offset, sizeBytes, bytes(sizeBytes, offset)))
  return mostLostBytes
}

async function begin(address: string, sizeBytes: number): Promise<void> {
  await fetch(address, { method: 'POST', headers: { ...tus, 'upload-length': String(sizeBytes) } })
}

function patch(address: string, offset: number, sizeBytes: number, body: Bytes): Promise<number | undefined> {
  const type = 'application/offset+octet-stream'
  const headers = { ...tus, 'content-type': type, 'upload-offset': offset, 'content-length': sizeBytes - offset }
  return send(address, { method: 'PATCH', headers }, body)
}

/** Sends a request with a body. @returns The status of the reply, or `undefined` if the connection broke. */
async function send(address: string, options: RequestOptions, body: Bytes): Promise<number | undefined> {
  const outgoing = request(address, options)
  const replied = new Promise<number | undefined>((resolve) => {
    outgoing.on('response', (reply) => resolve(reply.resume().statusCode)).on('error', () => resolve(undefined))
  })
  await pipeline(Readable.from(body), outgoing).catch(() => {})
  return replied
}

function requireSuccess(status: number | undefined): void {
  if (!status || status > 299) throw new Error(`The upload was answered ${status}`)
}

/** @throws If the stored bytes are not those that were sent. */
export async function requireSame(stored: Bytes, sizeBytes: number): Promise<void> {
  const [expected, actual] = await Promise.all([digest(bytes(sizeBytes)), digest(stored)])
  if (expected !== actual) throw new Error('The stored bytes are not those that were sent')
}
