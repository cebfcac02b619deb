// The cost of damaged and hostile files: the duration of the slowest refusal, and whether the server's memory grows
// with the number of files. The files are mutations of a small clip, and hostile samples.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct, type Product } from '../e2e/support/servers/server.ts'
import { writeClip } from '../server/test/media/generated-clip.ts'
import { mutate } from '../server/test/media/mutations.ts'
import { sampleClip } from '../server/test/media/sample-clips.ts'
import { residentBytes } from './support/process-memory.ts'
import { signUp } from './support/sign-up.ts'
import { printTable } from './support/table.ts'

const HOSTILE = ['empty.mp4', 'nested-boxes.mp4'] as const
/**
 * Number of files that are published before memory is measured, because caches and compiled code still grow at first.
 */
const WARMING = 300
const MEASURED = 200
const GROWTH_MAX_BYTES = 20e6
/** The time limit for a parser that never ends (media/engine/child/watchdog.ts), plus the start of its process. */
const DAMAGED_MAX_SECONDS = 6

const scratch = await mkdtemp(join(tmpdir(), 'reverie-bench-'))
const product = await startProduct()
try {
  const cookie = await signUp(product)
  const hostileMs: number[] = []
  for (const name of HOSTILE) {
    const { status, ms } = await publish(product, cookie, await readFile(sampleClip(name)))
    if (status !== 400) throw new Error(`${name} was answered with ${status}`)
    hostileMs.push(ms)
  }

  const clip = join(scratch, 'clip.mp4')
  writeClip(clip, { width: 64, height: 48, seconds: 0.2, audio: { tracks: 1, codec: 'aac' } })
  const good = await readFile(clip)
  const damagedMs = await publishDamaged(product, cookie, good, { from: 0, count: WARMING })
  const before = await residentBytes(product.pid)
  damagedMs.push(...(await publishDamaged(product, cookie, good, { from: WARMING, count: MEASURED })))
  const grown = (await residentBytes(product.pid)) - before

  printTable([
    answerRow('slowest refusal of a hostile sample', hostileMs, 1),
    answerRow(`slowest answer to ${damagedMs.length} damaged clips`, damagedMs, DAMAGED_MAX_SECONDS),
    {
      name: `growth of the server over ${MEASURED} of them, after ${WARMING}`,
      figure: grown / 1e6,
      unit: 'MB',
      goal: `≤ ${GROWTH_MAX_BYTES / 1e6} MB`,
      isMet: grown <= GROWTH_MAX_BYTES,
    },
  ])
} finally {
  await product.stop()
  await rm(scratch, { recursive: true, force: true })
}

function answerRow(name: string, timesMs: number[], mostSeconds: number) {
  const figure = Math.max(...timesMs) / 1000
  return { name, figure, unit: 's', goal: `≤ ${mostSeconds} s`, isMet: figure <= mostSeconds }
}

/** Publishes the files one after another; each may be accepted or refused. */
async function publishDamaged(
  site: Product,
  cookie: string,
  good: Buffer,
  { from, count }: { from: number; count: number },
): Promise<number[]> {
  const timesMs: number[] = []
  for (let seed = from; seed < from + count; seed++) {
    const { status, ms } = await publish(site, cookie, mutate(good, seed))
    if (![201, 400].includes(status)) throw new Error(`Mutation ${seed} was answered with ${status}`)
    timesMs.push(ms)
  }
  return timesMs
}

async function publish({ url }: Product, cookie: string, bytes: Buffer): Promise<{ status: number; ms: number }> {
  const asked = await fetch(`${url}/api/objects/upload`, { method: 'POST', headers: { cookie } })
  const { uploadURL } = (await asked.json()) as { uploadURL: string }
  await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })
  const start = performance.now()
  const { status } = await fetch(`${url}/api/videos`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Damaged', toolUsed: 'other', videoUrl: uploadURL.split('?')[0] }),
  })
  return { status, ms: performance.now() - start }
}
