import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ObjectExistsError, type Storage } from './storage.ts'

const PART_BYTES = 8 * 1024 ** 2
const keyOf = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`
const [WRITTEN, MOVED, CONTINUED] = ['a', 'b', 'c'].map(keyOf) as [string, string, string]
const crashKeys = [WRITTEN, MOVED, CONTINUED]

/** The file that `writeFile` copies: this one, because a killed process could not remove a file of its own. */
const file = import.meta.filename

const bytesOf = (sizeBytes: number, seed: number) =>
  Buffer.alloc(sizeBytes, Buffer.from(Array.from({ length: 251 }, (_, i) => (i * 7 + seed) % 256)))

const written = bytesOf(PART_BYTES + 50, 1)
const moved = readFileSync(file)
const continued = bytesOf(PART_BYTES + 5_000, 3)
const blanked = Buffer.from(written).fill(0, 10, 30)

interface Held {
  whole?: Buffer
  /** How many bytes of `continued` have arrived. */
  arrived?: number
}

interface Step {
  key: string
  /** Runs the step, or continues it after a crash in the middle. */
  run(storage: Storage): Promise<unknown>
  /** The expected content after the step. */
  after: Held
}

const appendUpTo = (end: number): Step => ({
  key: CONTINUED,
  after: { arrived: end },
  async run(storage) {
    const from = await storage.arrivedBytes(CONTINUED)
    await storage.append(CONTINUED, Readable.from([continued.subarray(from, end)]) as AsyncIterable<Buffer>)
  },
})

/** Steps that make each kind of change, on one object after another. */
const steps: Step[] = [
  {
    key: WRITTEN,
    after: { whole: written },
    run: (storage) => onceMore(storage.write(WRITTEN, Readable.from([written]), { maxBytes: 1e8 })),
  },
  {
    key: WRITTEN,
    after: { whole: blanked },
    run: (storage) => storage.blank(WRITTEN, [{ offset: 10, sizeBytes: 20 }]),
  },
  { key: MOVED, after: { whole: moved }, run: (storage) => onceMore(storage.writeFile(MOVED, file)) },
  appendUpTo(3_000),
  appendUpTo(4_000),
  appendUpTo(PART_BYTES + 100),
  appendUpTo(continued.length),
  { key: CONTINUED, after: { whole: continued }, run: (storage) => storage.complete(CONTINUED) },
  { key: MOVED, after: {}, run: (storage) => storage.remove(MOVED) },
  { key: WRITTEN, after: {}, run: (storage) => storage.removeMany([WRITTEN, keyOf('f')]) },
]

/** Runs all steps. @param acknowledge Called after each step with the number of finished steps. */
export async function runSteps(storage: Storage, acknowledge: (done: number) => void, from = 0): Promise<void> {
  for (let i = from; i < steps.length; i++) {
    await steps[i]?.run(storage)
    acknowledge(i + 1)
  }
}

/**
 * Checks the state after a crash. Every acknowledged step took effect, the interrupted step took effect completely or
 * not at all, and no upload lost bytes. Then runs the remaining steps and expects the same result as without a crash.
 *
 * @param done How many steps were acknowledged.
 */
export async function requireSurvived(storage: Storage, done: number): Promise<void> {
  for (const key of crashKeys) {
    const [before, after] = [heldAfter(done, key), heldAfter(done + 1, key)]
    const where = `object ${key} after step ${done}`
    const whole = await wholeOf(storage, key)
    assert(isSame(whole, before.whole) || isSame(whole, after.whole), where)
    if (whole) continue
    const arrived = await storage.arrivedBytes(key)
    assert(arrived >= (before.arrived ?? 0), `${where}: ${arrived} bytes`)
    assert(arrived <= (after.arrived ?? before.arrived ?? 0), `${where}: ${arrived} bytes`)
  }
  await runSteps(storage, () => {}, done)
  assert.deepEqual(
    (await Array.fromAsync(storage.list())).map(({ key }) => key),
    [CONTINUED],
  )
  assert(isSame(await wholeOf(storage, CONTINUED), continued))
}

function heldAfter(done: number, key: string): Held {
  return steps.slice(0, done).findLast((step) => step.key === key)?.after ?? {}
}

async function wholeOf(storage: Storage, key: string): Promise<Buffer | undefined> {
  const found = await storage.find(key)
  return found && buffer(storage.read(key, { start: 0, end: found.sizeBytes - 1 }))
}

function isSame(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one && other ? one.equals(other) : one === other
}

/** Awaits a write. A refusal because the object exists is accepted: the step took effect before the crash. */
async function onceMore(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof ObjectExistsError)) throw error
  })
}
