import { open, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startProduct, type Product } from '../e2e/server.ts'
import { printTable } from './table.ts'

// One upload as a large clip would be: its speed against writing the same bytes to the same disk, and what it costs the
// server in memory. Then one that is cut off halfway, and what is left of it.

const SIZE_BYTES = Number(process.env.UPLOAD_BYTES ?? 2 * 1024 ** 3)
const CHUNK = Buffer.alloc(1024 * 1024, 'Reverie')
const MEMORY_GOAL_BYTES = 100 * 1024 ** 2

const product = await startProduct()
try {
  const cookie = await signUp(product)
  // Warm up, so that what is measured is the upload and not the first use of everything.
  await put(await uploadAddress(product, cookie), 16 * 1024 ** 2)

  const idle = await residentBytes(product.pid)
  const limitMs = await timed(() => writeToDisk(join(product.dataDir, 'limit'), SIZE_BYTES))
  let peak = idle
  const sampler = setInterval(() => void residentBytes(product.pid).then((now) => (peak = Math.max(peak, now))), 50)
  const uploadMs = await timed(async () => put(await uploadAddress(product, cookie), SIZE_BYTES))
  clearInterval(sampler)

  const before = await filesBelow(product.dataDir)
  await cutOff(await uploadAddress(product, cookie), SIZE_BYTES)
  const left = await leftAfter(before)

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
      name: 'extra memory during it',
      figure: extra / 1e6,
      unit: 'MB',
      goal: `< ${Math.round(MEMORY_GOAL_BYTES / 1e6)} MB`,
      isMet: extra < MEMORY_GOAL_BYTES,
    },
    { name: 'files left by a cut-off upload', figure: left, unit: '', goal: '0', isMet: left === 0 },
  ])
} finally {
  await product.stop()
}

async function signUp({ url }: Product): Promise<string> {
  const reply = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.org', password: 'a good secret' }),
  })
  const [cookie = ''] = reply.headers.getSetCookie()
  return cookie.replace(/;.*/, '')
}

async function uploadAddress({ url }: Product, cookie: string): Promise<string> {
  const reply = await fetch(`${url}/api/objects/upload`, { method: 'POST', headers: { cookie } })
  return ((await reply.json()) as { uploadURL: string }).uploadURL
}

function* bytes(sizeBytes: number) {
  for (let sent = 0; sent < sizeBytes; sent += CHUNK.length) yield CHUNK
}

async function put(address: string, sizeBytes: number): Promise<void> {
  const outgoing = request(address, { method: 'PUT', headers: { 'content-length': sizeBytes } })
  const replied = new Promise<number>((resolve, reject) => {
    outgoing.on('response', (reply) => resolve(reply.resume().statusCode ?? 0)).on('error', reject)
  })
  await pipeline(Readable.from(bytes(sizeBytes)), outgoing)
  const status = await replied
  if (status !== 200) throw new Error(`The upload was answered ${status}`)
}

/** Sends half of what was promised and hangs up. */
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

async function timed(task: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

function mbPerSecond(ms: number): number {
  return SIZE_BYTES / 1e6 / (ms / 1000)
}

/** Linux only, as the figures are. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
