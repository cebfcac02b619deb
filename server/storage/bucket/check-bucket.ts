import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Bucket, Part } from './bucket.ts'
import { PART_BYTES } from './part-writer.ts'

/** Clock difference, in seconds, beyond which servers call signatures expired. */
const CLOCK_MAX_SECONDS = 60

/** The result of one check. */
interface Finding {
  line: string
  /** Whether Reverie can work with this result. */
  isEnough: boolean
}

/**
 * Tries every request that Reverie sends to a bucket, on temporary keys that it removes again. Reports each result as
 * soon as it is known.
 */
export async function* checkBucket(bucket: Bucket): AsyncGenerator<Finding> {
  const folder = `check/${randomUUID()}/`
  const small = { key: `${folder}small`, bytes: randomBytes(1_000) }
  const large: Large = { key: `${folder}large`, uploadId: '', parts: [] }

  const steps: [what: string, step: () => Promise<string>][] = [
    ['PUT', () => bucket.put(small.key, small.bytes).then(() => 'works')],
    ['HEAD', async () => expectThat((await bucket.head(small.key))?.sizeBytes === small.bytes.length, 'works')],
    ['Clock', () => compareClocks(bucket, small.key)],
    ['Range', () => readRange(bucket, small)],
    ['Parts', () => sendParts(bucket, large)],
    ['Copied parts', () => copyPart(bucket, small.key, large)],
    ['Completing an upload', () => complete(bucket, large)],
    ['Listing', () => list(bucket, folder, [large.key, small.key])],
    ['If-None-Match', () => replace(bucket, small.key)],
    ['Deleting', () => remove(bucket, [small.key, large.key])],
  ]
  for (const [what, step] of steps) {
    yield await step().then(
      (came) => ({ line: `${what}: ${came}.`, isEnough: true }),
      (error: unknown) => ({ line: `${what}: does not work (${reasonOf(error)}).`, isEnough: false }),
    )
  }
  // The upload still exists if one of the steps failed before it was completed.
  if (large.uploadId) await bucket.abort(large.key, large.uploadId).catch(() => {})
}

interface Large {
  key: string
  uploadId: string
  parts: Part[]
}

async function readRange(bucket: Bucket, { key, bytes }: { key: string; bytes: Buffer }): Promise<string> {
  const read = await bucket.get(key, { start: 10, end: 19 })
  return expectThat(read !== undefined && (await buffer(read)).equals(bytes.subarray(10, 20)), 'works')
}

async function compareClocks(bucket: Bucket, key: string): Promise<string> {
  const seconds = Math.round(Math.abs(Date.now() - ((await bucket.head(key))?.writtenAt.getTime() ?? 0)) / 1000)
  return expectThat(seconds <= CLOCK_MAX_SECONDS, `differs by ${seconds} s at most`, `differs by ${seconds} s`)
}

async function sendParts(bucket: Bucket, large: Large): Promise<string> {
  large.uploadId = await bucket.begin(large.key)
  const bytes = randomBytes(PART_BYTES)
  for (const number of [1, 2]) large.parts.push(await bucket.sendPart(large.key, large.uploadId, number, bytes))
  const listed = await bucket.listParts(large.key, large.uploadId)
  return expectThat(listed.length === 2 && listed[1]?.sizeBytes === PART_BYTES, 'two of 8 MiB are taken and listed')
}

async function copyPart(bucket: Bucket, from: string, { key, uploadId }: Large): Promise<string> {
  await bucket.copyPart(from, { start: 0, end: 9 }, { key, uploadId, number: 3 })
  return 'work'
}

async function complete(bucket: Bucket, { key, uploadId, parts }: Large): Promise<string> {
  await bucket.complete(key, uploadId, parts)
  return expectThat((await bucket.head(key))?.sizeBytes === 2 * PART_BYTES, 'joins the parts into one object')
}

async function list(bucket: Bucket, folder: string, expected: string[]): Promise<string> {
  const listed = await Array.fromAsync(bucket.list(folder))
  return expectThat(listed.map(({ key }) => key).join() === expected.join(), 'works, in order, at once')
}

async function replace(bucket: Bucket, key: string): Promise<string> {
  return (await bucket.keepsWhatIsThere(key)) ? 'keeps an existing object' : 'is ignored, but Reverie does not need it'
}

async function remove(bucket: Bucket, keys: string[]): Promise<string> {
  await bucket.removeMany(keys)
  const left = await Promise.all(keys.map((key) => bucket.head(key)))
  const came = bucket.refusesBatches
    ? 'works one by one, because the server refuses many at once'
    : 'many at once works'
  return expectThat(!left.some(Boolean), came)
}

/** @throws {Error} If the statement is false. */
function expectThat(isSo: boolean, sentence: string, otherwise = 'the server answers something else'): string {
  if (!isSo) throw new Error(otherwise)
  return sentence
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : message
}
