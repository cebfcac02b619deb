import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { request, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startProduct, type Product } from '../e2e/support/servers/server.ts'
import { buildWeb } from '../scripts/serve/build-web.ts'
import { killedUnderThePage } from './browser/page-upload.ts'
import { peakDuring, residentBytes } from './support/process-memory.ts'
import { timed } from './support/rounds.ts'
import { signUp } from './support/sign-up.ts'
import { printTable } from './support/table.ts'

// Uploads of a large clip. The first upload is a single PUT, and the second uses the tus protocol; both are compared
// with writing the same bytes to the same disk, and the server's memory is measured. The third is cut off halfway; the
// files that it leaves behind are counted.
// The server is killed during the last two uploads, one by a simple client and one by the page in Chromium.

const SIZE_BYTES = Number(process.env.UPLOAD_BYTES ?? 2 * 1024 ** 3)
const PAGE_BYTES = Math.min(SIZE_BYTES, 1024 ** 3)
const CHUNK = Buffer.alloc(1024 * 1024, 'Reverie')
const tus = { 'tus-resumable': '1.0.0' }
const MEMORY_GOAL_BYTES = 100 * 1024 ** 2

if (!(await buildWeb())) throw new Error('The web app could not be built')
const product = await startProduct()
try {
  const cookie = await signUp(product)
  // Warms up everything that is used during the measurement.
  await put((await ticket(product, cookie)).uploadURL, 16 * 1024 ** 2)

  const idle = await residentBytes(product.pid)
  const limitMs = await timed(() => writeToDisk(join(product.dataDir, 'limit'), SIZE_BYTES))
  const uploads = (async () => ({
    uploadMs: await timed(async () => put((await ticket(product, cookie)).uploadURL, SIZE_BYTES)),
    resumableMs: await timed(async () => {
      const { resumableURL } = await ticket(product, cookie)
      await begin(resumableURL, SIZE_BYTES)
      await goOn(resumableURL, 0, SIZE_BYTES)
    }),
  }))()
  const { peak, result } = await peakDuring(() => residentBytes(product.pid), uploads)
  const { uploadMs, resumableMs } = result

  const before = await filesBelow(product.dataDir)
  await cutOff((await ticket(product, cookie)).uploadURL, SIZE_BYTES)
  const left = await leftAfter(before)

  const lost = await killedInTheMiddle(await ticket(product, cookie), SIZE_BYTES)

  const page = await killedUnderThePage(product, PAGE_BYTES)

  const extra = peak - idle
  printTable([
    {
      name: `upload of ${Math.round(SIZE_BYTES / 1e9)} GB`,
      figure: mbPerSecond(uploadMs),
      unit: 'MB/s',
      limit: { figure: mbPerSecond(limitMs), name: 'the same bytes to the same disk' },
      goal: '≥ 40 % of the limit',
      isMet: limitMs / uploadMs >= 0.4,
    },
    {
      name: 'the same by the tus protocol',
      figure: mbPerSecond(resumableMs),
      unit: 'MB/s',
      limit: { figure: mbPerSecond(limitMs), name: 'the same bytes to the same disk' },
      goal: '≥ 40 % of the limit',
      isMet: limitMs / resumableMs >= 0.4,
    },
    {
      name: 'extra memory during them',
      figure: extra / 1e6,
      unit: 'MB',
      goal: `< ${Math.round(MEMORY_GOAL_BYTES / 1e6)} MB`,
      isMet: extra < MEMORY_GOAL_BYTES,
    },
    {
      name: 'sent again after kill -9 in the middle',
      figure: lost.sentAgainBytes / 1e6,
      unit: 'MB',
      goal: '≤ 16 MB, and the same bytes in the end',
      isMet: lost.isSame && lost.sentAgainBytes <= 16e6,
    },
    {
      name: `the page itself, ${(PAGE_BYTES / 1e9).toFixed(1)} GB`,
      figure: page.mbPerSecond,
      unit: 'MB/s',
      limit: { figure: page.diskMbPerSecond, name: 'the same bytes to the same disk' },
      goal: '≥ 60 MB/s, half a gigabit',
      isMet: page.mbPerSecond >= 60,
    },
    {
      name: 'sent again by the page after kill -9 in the middle',
      figure: page.sentAgainBytes / 1e6,
      unit: 'MB',
      goal: '≤ 32 MB, and the same bytes in the end',
      isMet: page.isSame && page.sentAgainBytes <= 32e6,
    },
    {
      name: 'until the page goes on, once the server is back',
      figure: page.goneOnAfterMs / 1000,
      unit: 's',
      goal: '≤ 10 s',
      isMet: page.goneOnAfterMs <= 10_000,
    },
    {
      name: "extra memory of the page's browser",
      figure: page.extraMemoryBytes / 1e6,
      unit: 'MB',
      goal: `< ${Math.round(MEMORY_GOAL_BYTES / 1e6)} MB`,
      isMet: page.extraMemoryBytes < MEMORY_GOAL_BYTES,
    },
    { name: 'files left by a cut-off upload', figure: left, unit: '', goal: '0', isMet: left === 0 },
  ])
} finally {
  await product.stop()
}

interface Ticket {
  uploadURL: string
  resumableURL: string
}

async function ticket({ url }: Product, cookie: string): Promise<Ticket> {
  const reply = await fetch(`${url}/api/objects/upload`, { method: 'POST', headers: { cookie } })
  return (await reply.json()) as Ticket
}

/** Yields the bytes from `from` on; each megabyte contains its position. */
function* bytes(sizeBytes: number, from = 0) {
  for (let at = from; at < sizeBytes;) {
    const chunk = Buffer.from(CHUNK)
    chunk.writeUInt32LE(Math.floor(at / CHUNK.length))
    const start = at % CHUNK.length
    yield chunk.subarray(start, start + sizeBytes - at)
    at += CHUNK.length - start
  }
}

function put(address: string, sizeBytes: number): Promise<void> {
  return send(address, { method: 'PUT', headers: { 'content-length': sizeBytes } }, bytes(sizeBytes))
}

/** Sends a request with a body. @throws If the reply is not a success. */
async function send(address: string, options: RequestOptions, body: Iterable<Buffer>): Promise<void> {
  const outgoing = request(address, options)
  const replied = new Promise<number>((resolve, reject) => {
    outgoing.on('response', (reply) => resolve(reply.resume().statusCode ?? 0)).on('error', reject)
  })
  const [status] = await Promise.all([replied, pipeline(Readable.from(body), outgoing)])
  if (status < 200 || status > 299) throw new Error(`The upload was answered ${status}`)
}

async function begin(address: string, sizeBytes: number): Promise<void> {
  await fetch(address, { method: 'POST', headers: { ...tus, 'upload-length': String(sizeBytes) } })
}

function goOn(address: string, offset: number, sizeBytes: number): Promise<void> {
  const type = 'application/offset+octet-stream'
  const headers = {
    ...tus,
    'content-type': type,
    'upload-offset': offset,
    'content-length': sizeBytes - offset,
  }
  return send(address, { method: 'PATCH', headers }, bytes(sizeBytes, offset))
}

/**
 * Kills the server when half of the clip has been sent, starts it again, and continues at the offset that the server
 * reports.
 */
async function killedInTheMiddle({ uploadURL, resumableURL }: Ticket, sizeBytes: number) {
  await begin(resumableURL, sizeBytes)
  let sentBytes = 0
  const cut = async function* () {
    for (const chunk of bytes(sizeBytes)) {
      yield chunk
      sentBytes += chunk.length
      if (sentBytes >= sizeBytes / 2) await product.crash()
    }
  }
  const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': 0 }
  await sendUntilCut(resumableURL, { method: 'PATCH', headers }, cut())
  await product.restart()
  const asked = await fetch(resumableURL, { method: 'HEAD', headers: tus })
  const offset = Number(asked.headers.get('upload-offset'))
  await goOn(resumableURL, offset, sizeBytes)
  const id = new URL(uploadURL).pathname.split('/').at(-1) ?? ''
  const stored = createReadStream(join(product.dataDir, 'objects', id.slice(0, 2), id))
  const [expected, actual] = await Promise.all([digest(bytes(sizeBytes)), digest(stored)])
  return { sentAgainBytes: sentBytes - offset, isSame: expected === actual }
}

async function sendUntilCut(address: string, options: RequestOptions, body: AsyncIterable<Buffer>): Promise<void> {
  const outgoing = request(address, options)
  outgoing.on('error', () => {})
  await pipeline(Readable.from(body), outgoing).catch(() => {})
}

async function digest(body: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}

/** Sends half of the announced bytes and disconnects. */
async function cutOff(address: string, sizeBytes: number): Promise<void> {
  const outgoing = request(address, { method: 'PUT', headers: { 'content-length': sizeBytes } })
  outgoing.on('error', () => {})
  await pipeline(Readable.from(bytes(sizeBytes / 2)), outgoing, { end: false })
  outgoing.destroy()
}

async function leftAfter(before: number): Promise<number> {
  const deadline = Date.now() + 5_000
  let left = (await filesBelow(product.dataDir)) - before
  while (left !== 0 && Date.now() < deadline) left = (await filesBelow(product.dataDir)) - before
  return left
}

async function filesBelow(dataDir: string): Promise<number> {
  return (await readdir(join(dataDir, 'objects'), { recursive: true })).length
}

async function writeToDisk(path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, 'w')
  for (const chunk of bytes(sizeBytes)) await file.write(chunk)
  await file.sync()
  await file.close()
  await rm(path)
}

function mbPerSecond(ms: number): number {
  return SIZE_BYTES / 1e6 / (ms / 1000)
}
