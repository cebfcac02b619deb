import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startProduct, type Product } from '../e2e/support/servers/server.ts'
import { buildWeb } from '../scripts/serve/build-web.ts'
import { Bucket } from '../server/storage/bucket/bucket.ts'
import { PART_BYTES } from '../server/storage/bucket/part-writer.ts'
import { hasSwift, notRun } from '../server/test/swift/has-swift.ts'
import { startSwift } from '../server/test/swift/swift.ts'
import { peakDuring, residentBytes } from './support/process-memory.ts'
import { timed } from './support/rounds.ts'
import { signUp } from './support/sign-up.ts'
import { printTable } from './support/table.ts'

// Measures an upload over the tus protocol to a site that keeps its files in a bucket (OpenStack Swift on this
// machine): the speed, compared with sending the same bytes to the bucket as bare parts; the memory of the site; and
// the number of bytes that are sent again when the site is killed repeatedly.

const SIZE_BYTES = Math.floor(Number(process.env.UPLOAD_BYTES ?? 1024 ** 3) / PART_BYTES) * PART_BYTES
const KILLS = Number(process.env.KILLS ?? 20)
const MIB = 1024 ** 2
const CHUNK = Buffer.alloc(MIB, 'Reverie')
const tus = { 'tus-resumable': '1.0.0' }
const MEMORY_GOAL_BYTES = 24 * MIB
/** Allows for one part in transit, one part being filled, and the buffers between client and server. */
const LOST_GOAL_BYTES = 2 * PART_BYTES + 8 * MIB

if (hasSwift) await measure()
else console.log(notRun)

async function measure(): Promise<void> {
  if (!(await buildWeb())) throw new Error('The web app could not be built')
  const swift = await startSwift()
  const address = await swift.makeBucket(randomUUID())
  const bucket = await Bucket.open(address, swift.keys)
  const product = await startProduct({
    STORAGE_URL: `s3://${address.bucket}?endpoint=${address.endpoint}&region=${address.region}`,
    AWS_ACCESS_KEY_ID: swift.keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: swift.keys.secretAccessKey,
  })
  try {
    const cookie = await signUp(product)
    await sendWhole(await begin(product, cookie, 4 * PART_BYTES), 4 * PART_BYTES)
    await sendBareParts(bucket, 4 * PART_BYTES)

    const bareBeforeMs = await timed(() => sendBareParts(bucket, SIZE_BYTES))
    const upload = await begin(product, cookie, SIZE_BYTES)
    const idle = await residentBytes(product.pid)
    const sending = timed(() => sendWhole(upload, SIZE_BYTES))
    const { peak, result: uploadMs } = await peakDuring(() => residentBytes(product.pid), sending)
    const bareAfterMs = await timed(() => sendBareParts(bucket, SIZE_BYTES))
    const bareMs = (bareBeforeMs + bareAfterMs) / 2
    const killed = await sendUnderKills(product, await begin(product, cookie, SIZE_BYTES), bucket)
    printTable([
      {
        name: `upload of ${(SIZE_BYTES / 1e9).toFixed(1)} GB by the tus protocol to a bucket`,
        figure: mbPerSecond(uploadMs),
        unit: 'MB/s',
        limit: {
          figure: mbPerSecond(bareMs),
          name: 'the same bytes as bare parts to the same server, before and after',
        },
        goal: '≥ 60 % of the limit',
        isMet: bareMs / uploadMs >= 0.6,
      },
      {
        name: 'extra memory during it',
        figure: (peak - idle) / 1e6,
        unit: 'MB',
        goal: `≤ ${Math.round(MEMORY_GOAL_BYTES / 1e6)} MB`,
        isMet: peak - idle <= MEMORY_GOAL_BYTES,
      },
      {
        name: `sent again after a kill -9, the most of ${KILLS}`,
        figure: killed.mostLostBytes / 1e6,
        unit: 'MB',
        goal: `≤ ${Math.round(LOST_GOAL_BYTES / 1e6)} MB, never back, and the same bytes in the end`,
        isMet: killed.mostLostBytes <= LOST_GOAL_BYTES && killed.isSame && !killed.hasGoneBack,
      },
    ])
  } finally {
    await product.stop()
    bucket.close()
    await swift.stop()
  }
}

/** Sends parts one after another, like a program that does nothing else. */
async function sendBareParts(bucket: Bucket, sizeBytes: number): Promise<void> {
  const key = `bare/${randomUUID()}`
  const uploadId = await bucket.begin(key)
  const part = Buffer.concat(Array.from({ length: PART_BYTES / MIB }, () => CHUNK))
  for (let number = 1; number <= sizeBytes / PART_BYTES; number++) await bucket.sendPart(key, uploadId, number, part)
  await bucket.abort(key, uploadId)
}

/** Starts an upload. @returns Its address. */
async function begin({ url }: Product, cookie: string, sizeBytes: number): Promise<string> {
  const reply = await fetch(`${url}/api/objects/upload`, { method: 'POST', headers: { cookie } })
  const { resumableURL } = (await reply.json()) as { resumableURL: string }
  await fetch(resumableURL, { method: 'POST', headers: { ...tus, 'upload-length': String(sizeBytes) } })
  return resumableURL
}

/** Yields the bytes of an upload from `from` on. Each megabyte contains its position. */
function* bytes(sizeBytes: number, from = 0): Generator<Buffer> {
  for (let at = from; at < sizeBytes;) {
    const chunk = Buffer.from(CHUNK)
    chunk.writeUInt32LE(Math.floor(at / MIB))
    const start = at % MIB
    yield chunk.subarray(start, start + sizeBytes - at)
    at += MIB - start
  }
}

async function sendWhole(address: string, sizeBytes: number): Promise<void> {
  const status = await patch(address, 0, sizeBytes, bytes(sizeBytes))
  if (status !== 204) throw new Error(`The upload was answered ${status}`)
}

/** Sends a part of an upload. @returns The status of the reply, or nothing if the connection broke. */
async function patch(
  address: string,
  offset: number,
  sizeBytes: number,
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<number | undefined> {
  const type = 'application/offset+octet-stream'
  const headers = { ...tus, 'content-type': type, 'upload-offset': offset, 'content-length': sizeBytes - offset }
  const outgoing = request(address, { method: 'PATCH', headers })
  const replied = new Promise<number | undefined>((resolve) => {
    outgoing.on('response', (reply) => resolve(reply.resume().statusCode)).on('error', () => resolve(undefined))
  })
  await pipeline(Readable.from(body), outgoing).catch(() => {})
  return replied
}

/**
 * Kills the server `KILLS` times, after equal shares of the bytes. After each restart, the upload continues at the
 * offset that the server reports.
 */
async function sendUnderKills(product: Product, address: string, bucket: Bucket) {
  let offset = 0
  let mostLostBytes = 0
  let hasGoneBack = false
  for (let kill = 1; kill <= KILLS; kill++) {
    const until = Math.floor((SIZE_BYTES / (KILLS + 1)) * kill)
    let sentBytes = offset
    const body = async function* () {
      for (const chunk of bytes(SIZE_BYTES, offset)) {
        yield chunk
        sentBytes += chunk.length
        if (sentBytes >= until) await product.crash()
      }
    }
    await patch(address, offset, SIZE_BYTES, body())
    await product.restart()
    const asked = await fetch(address, { method: 'HEAD', headers: tus })
    const now = Number(asked.headers.get('upload-offset'))
    hasGoneBack ||= now < offset
    mostLostBytes = Math.max(mostLostBytes, sentBytes - now)
    offset = now
  }
  const status = await patch(address, offset, SIZE_BYTES, bytes(SIZE_BYTES, offset))
  if (status !== 204) throw new Error(`The upload was answered ${status}`)
  const id = new URL(address).pathname.split('/').at(-2) ?? ''
  const stored = await bucket.get(`objects/${id}`)
  const [expected, actual] = await Promise.all([digest(bytes(SIZE_BYTES)), digest(stored as AsyncIterable<Buffer>)])
  return { mostLostBytes, hasGoneBack, isSame: expected === actual }
}

async function digest(body: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}

function mbPerSecond(ms: number): number {
  return SIZE_BYTES / 1e6 / (ms / 1000)
}
