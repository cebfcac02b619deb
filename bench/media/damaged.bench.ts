// The cost of damaged and hostile files: the slowest refusal, and the growth of the server's memory per file. The files
// are mutations of a small clip, and hostile samples.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProduct } from '../../e2e/support/servers/server.ts'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { mutate } from '../../server/test/media/mutations.ts'
import { sampleClip } from '../../server/test/media/sample-clips.ts'
import { residentBytes } from '../support/process-memory.ts'
import { type Account, create, signUp, upload } from '../support/publish.ts'
import { report } from '../support/report.ts'
import { timed } from '../support/rounds.ts'
import { scratchFolder } from '../support/scratch.ts'

const HOSTILE = ['empty.mp4', 'nested-boxes.mp4'] as const
/**
 * Number of files that are published before memory is measured, because caches and compiled code still grow at first.
 */
const WARMING = 300
const MEASURED = 200
/** The time limit for a parser that never ends (media/engine/child/watchdog.ts), plus the start of its process. */
const DAMAGED_MAX_SECONDS = 6

using scratch = scratchFolder()
await using product = await startProduct()
const creator = await signUp(product)
const hostileMs: number[] = []
for (const name of HOSTILE) {
  hostileMs.push(await publish(creator, await readFile(sampleClip(name)), [400]))
}

const clip = join(scratch.path, 'clip.mp4')
writeClip(clip, { width: 64, height: 48, seconds: 0.2, audio: { tracks: 1, codec: 'aac' } })
const clipBytes = await readFile(clip)
const damagedMs = await publishDamaged(creator, clipBytes, { from: 0, count: WARMING })
const before = await residentBytes(product.pid)
damagedMs.push(...(await publishDamaged(creator, clipBytes, { from: WARMING, count: MEASURED })))
const grown = (await residentBytes(product.pid)) - before

report([
  { name: 'slowest refusal of a hostile sample', figure: Math.max(...hostileMs) / 1000, unit: 's', atMost: 1 },
  {
    name: `slowest answer to ${damagedMs.length} damaged clips`,
    figure: Math.max(...damagedMs) / 1000,
    unit: 's',
    atMost: DAMAGED_MAX_SECONDS,
  },
  {
    name: `growth of the server over ${MEASURED} of them, after ${WARMING}`,
    figure: grown / 1e6,
    unit: 'MB',
    atMost: 20,
  },
])

/**
 * Publishes mutations of a clip one after another; each may be accepted or refused.
 *
 * @returns The times in milliseconds.
 */
async function publishDamaged(account: Account, good: Buffer, { from, count }: { from: number; count: number }) {
  const timesMs: number[] = []
  for (let seed = from; seed < from + count; seed++)
    timesMs.push(await publish(account, mutate(good, seed), [201, 400]))
  return timesMs
}

/** Returns the milliseconds that the server takes to answer. @throws If it answers another status than these. */
async function publish(account: Account, bytes: Buffer, statuses: number[]): Promise<number> {
  const videoUrl = await upload(account, bytes)
  return timed(async () => {
    const { status } = await create(account, videoUrl)
    if (!statuses.includes(status)) throw new Error(`The server answered ${status} to a file`)
  })
}
