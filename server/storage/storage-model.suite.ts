import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { sizeOf } from '../test/run-size.ts'
import { openTestFiles, type TestFilesKind } from '../test/test-files.ts'
import { testFolder } from '../test/test-folder.ts'
import { ObjectExistsError, type Storage } from './storage.ts'

/** Number of sequences. `MODEL_RUNS` changes that of deep runs. */
const sequences = sizeOf({ quick: 50, deep: Number(process.env.MODEL_RUNS ?? 300) })

/** The expected content: whole objects, and the arrived bytes of others. */
interface Model {
  whole: Map<string, Buffer>
  arrived: Map<string, Buffer>
}

interface Real {
  storage: Storage
  reopen(): Promise<Storage>
  /** Keys that are random for each run, so that leftovers of an earlier run do not collide with them. */
  keys: string[]
}

/** Number of keys. There are only few, so that several commands concern the same key. */
const KEYS = 3
const key = fc.nat(KEYS - 1)
/** Mostly small sizes, and some around the end of the first part (8 MiB). */
const size = fc.oneof(
  { weight: 12, arbitrary: fc.nat(2_000) },
  { weight: 1, arbitrary: fc.integer({ min: 8_388_600, max: 8_390_000 }) },
)
const content = fc.record({ size, seed: fc.nat(255) })

/** Bytes that depend on their offset. */
function bytesOf({ size: length, seed }: { size: number; seed: number }): Buffer {
  const pattern = Buffer.from(Array.from({ length: 251 }, (_, i) => (i * 7 + seed) % 256))
  return Buffer.alloc(length, pattern)
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  const middle = Math.floor(bytes.length / 3)
  for (const piece of [bytes.subarray(0, middle), bytes.subarray(middle)]) if (piece.length > 0) yield piece
}

type Command = fc.AsyncCommand<Model, Real>

/** @param isPossible Whether the site would run the command in this state. */
function command(
  text: string,
  run: (model: Model, real: Real) => Promise<void>,
  isPossible: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return { check: isPossible, run, toString: () => text }
}

const id = (n: number) => String(n)

const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(key, content).map(([n, what]) =>
    command(
      `write(${n}, ${what.size})`,
      async ({ whole }, { storage, keys }) => {
        const bytes = bytesOf(what)
        const write = storage.write(keys[n]!, Readable.from(pieces(bytes)), { maxBytes: 1e8 })
        if (whole.has(id(n))) await assert.rejects(write, ObjectExistsError)
        else {
          assert.deepEqual(await write, { sizeBytes: bytes.length })
          whole.set(id(n), bytes)
        }
      },
      ({ arrived }) => !arrived.has(id(n)),
    ),
  ),
  fc.tuple(key, content).map(([n, what]) =>
    command(`fail to write(${n}, ${what.size})`, async (_model, { storage, keys }) => {
      const failing = async function* () {
        yield* pieces(bytesOf(what))
        throw new Error('cut off')
      }
      await assert.rejects(storage.write(keys[n]!, Readable.from(failing()), { maxBytes: 1e8 }))
    }),
  ),
  fc.tuple(key, content, fc.boolean()).map(([n, what, fails]) =>
    command(
      `append(${n}, ${what.size}${fails ? ', cut off' : ''})`,
      async ({ arrived }, { storage, keys }) => {
        const bytes = bytesOf(what)
        const source = async function* () {
          yield* pieces(bytes)
          if (fails) throw new Error('cut off')
        }
        const append = storage.append(keys[n]!, source())
        if (fails) await assert.rejects(append, /cut off/)
        else await append
        arrived.set(id(n), Buffer.concat([arrived.get(id(n)) ?? Buffer.alloc(0), bytes]))
      },
      ({ whole }) => !whole.has(id(n)),
    ),
  ),
  key.map((n) =>
    command(`complete(${n})`, async ({ arrived, whole }, { storage, keys }) => {
      await storage.complete(keys[n]!)
      const bytes = arrived.get(id(n))
      if (bytes) whole.set(id(n), bytes)
      arrived.delete(id(n))
    }),
  ),
  key.map((n) =>
    command(`remove(${n})`, async ({ arrived, whole }, { storage, keys }) => {
      await storage.remove(keys[n]!)
      arrived.delete(id(n))
      whole.delete(id(n))
    }),
  ),
  fc.tuple(key, key).map(([a, b]) =>
    command(`removeMany(${a}, ${b})`, async ({ arrived, whole }, { storage, keys }) => {
      await storage.removeMany([keys[a]!, keys[b]!])
      for (const n of [a, b]) {
        arrived.delete(id(n))
        whole.delete(id(n))
      }
    }),
  ),
  fc.tuple(key, fc.double({ min: 0, max: 0.99, noNaN: true }), fc.nat(50)).map(([n, at, length]) =>
    command(
      `blank(${n}, ${at}, ${length})`,
      async ({ whole }, { storage, keys }) => {
        const bytes = whole.get(id(n))!
        const offset = Math.floor(at * bytes.length)
        const part = { offset, sizeBytes: Math.min(length, bytes.length - offset), fill: 9 }
        await storage.blank(keys[n]!, [part])
        bytes.fill(9, offset, offset + part.sizeBytes)
      },
      ({ whole }) => (whole.get(id(n))?.length ?? 0) > 0,
    ),
  ),
  fc.tuple(key, fc.nat(3_000), fc.nat(3_000)).map(([n, start, length]) =>
    command(`read(${n}, ${start}, ${length})`, async ({ whole }, { storage, keys }) => {
      const read = buffer(storage.read(keys[n]!, { start, end: start + length }))
      const bytes = whole.get(id(n))
      if (bytes) assert((await read).equals(bytes.subarray(start, start + length + 1)))
      else await assert.rejects(read, { code: 'ENOENT' })
    }),
  ),
  fc.constant(command('reopen', async (_model, real) => void (real.storage = await real.reopen()))),
]

/** Checks that the storage reports what the model holds. */
async function requireSame({ whole, arrived }: Model, { storage, keys }: Real): Promise<void> {
  for (const [n, objectKey] of keys.entries()) {
    const bytes = whole.get(id(n))
    assert.equal((await storage.find(objectKey))?.sizeBytes, bytes?.length)
    assert.equal(await storage.arrivedBytes(objectKey), bytes?.length ?? arrived.get(id(n))?.length ?? 0)
    if (bytes) assert((await buffer(storage.read(objectKey, { start: 0, end: 1e9 }))).equals(bytes))
  }
  const ours = (await Array.fromAsync(storage.list())).filter((object) => keys.includes(object.key))
  assert.deepEqual(
    ours.map((object) => object.key),
    keys.filter((_key, n) => whole.has(id(n))).toSorted(),
  )
}

/**
 * Tests generated commands against a storage and a model of it, and compares their content. A failure prints its seed
 * and the shortest failing commands, which `MODEL_SEED` reproduces.
 *
 * @param share Share of the sequences to run.
 */
export function testModel(kind: TestFilesKind, name: string, share = 1): void {
  test(`after any sequence of calls, ${name} contains what a map would contain`, async () => {
    const [numRuns, seed] = [Math.ceil(sequences * share), Number(process.env.MODEL_SEED ?? 2)]
    console.log(`Model of storage: ${numRuns} runs, seed ${seed}`)
    const { storage, reopen, close } = await openTestFiles(kind, testFolder(), { isShared: true })
    onTestFinished(close)
    const same = fc.asyncProperty(fc.commands(commands, { maxCommands: 12 }), async (generated) => {
      const model: Model = { whole: new Map(), arrived: new Map() }
      const real: Real = { storage, reopen, keys: Array.from({ length: KEYS }, () => randomUUID()) }
      await fc.asyncModelRun(() => ({ model, real }), generated)
      await requireSame(model, real)
      await real.storage.removeMany(real.keys)
    })
    await expect(fc.assert(same, { numRuns, seed })).resolves.toBeUndefined()
  })
}
