import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Bucket, Part } from './bucket.ts'
import { CHECKS } from './bucket-keys.ts'
import { PART_BYTES } from './part-writer.ts'

/** Largest accepted clock difference in seconds. Signatures carry the time, and expire after minutes. */
const CLOCK_MAX_SECONDS = 60

interface Finding {
  line: string
  /** Whether Reverie can work with this result. */
  isEnough: boolean
}

/** Tries the requests that store, read and delete objects, on temporary keys that it removes. Yields each result. */
export async function* checkBucket(bucket: Bucket): AsyncGenerator<Finding> {
  const folder = `${CHECKS}${randomUUID()}/`
  const small = `${folder}small`
  const large = `${folder}large`
  const bytes = randomBytes(1_000)
  const parts: Part[] = []
  let uploadId = ''

  const steps: Record<string, () => Promise<string>> = {
    async PUT() {
      await bucket.put(small, bytes)
      return 'works'
    },
    async HEAD() {
      return expectThat((await bucket.head(small))?.sizeBytes === bytes.length, 'works')
    },
    async Clock() {
      const seconds = Math.round(Math.abs(Date.now() - ((await bucket.head(small))?.writtenAt.getTime() ?? 0)) / 1000)
      return expectThat(seconds <= CLOCK_MAX_SECONDS, `differs by ${seconds} s at most`, `differs by ${seconds} s`)
    },
    async Range() {
      const read = await bucket.get(small, { start: 10, end: 19 })
      return expectThat(read !== undefined && (await buffer(read)).equals(bytes.subarray(10, 20)), 'works')
    },
    async Parts() {
      uploadId = await bucket.begin(large)
      const part = randomBytes(PART_BYTES)
      for (const number of [1, 2]) parts.push(await bucket.sendPart(large, uploadId, number, part))
      const listed = await bucket.listParts(large, uploadId)
      return expectThat(listed.length === 2 && listed[1]?.sizeBytes === PART_BYTES, 'two of 8 MiB are taken and listed')
    },
    async 'Copied parts'() {
      await bucket.copyPart(small, { start: 0, end: 9 }, { key: large, uploadId, number: 3 })
      return 'work'
    },
    async 'Completing an upload'() {
      await bucket.complete(large, uploadId, parts)
      return expectThat((await bucket.head(large))?.sizeBytes === 2 * PART_BYTES, 'joins the parts into one object')
    },
    async Listing() {
      const listed = await Array.fromAsync(bucket.list(folder))
      return expectThat(listed.map(({ key }) => key).join() === `${large},${small}`, 'works, in order, at once')
    },
    async 'If-None-Match'() {
      return (await bucket.honoursIfNoneMatch(small))
        ? 'keeps an existing object'
        : 'is ignored, but Reverie does not need it'
    },
    async Deleting() {
      await bucket.removeMany([small, large])
      const left = await Promise.all([small, large].map((key) => bucket.head(key)))
      const batches = bucket.refusesBatches
        ? 'works one by one, because the server refuses many at once'
        : 'many at once works'
      return expectThat(!left.some(Boolean), batches)
    },
  }
  for (const [name, step] of Object.entries(steps)) {
    yield await step().then(
      (result) => ({ line: `${name}: ${result}.`, isEnough: true }),
      (error: unknown) => ({ line: `${name}: does not work (${reasonOf(error)}).`, isEnough: false }),
    )
  }
  // The upload still exists if one of the steps failed before it was completed.
  if (uploadId) await bucket.abort(large, uploadId).catch(() => {})
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
