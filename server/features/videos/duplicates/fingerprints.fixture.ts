import { HASH_BYTES } from '../../../../contract/media/fingerprints/pdq.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { keysOf } from './fingerprint-keys.ts'

/** Test helper: returns hashes that are deterministic for a seed and far from those of any other seed. */
export function hashes(seed: number, count = 10): Buffer[] {
  let state = seed * 7_919 + 1
  const byte = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24
  return Array.from({ length: count }, () => Buffer.from(Array.from({ length: HASH_BYTES }, byte)))
}

/** Returns copies of the hashes in which this many bits of each hash are changed. */
export function changed(frames: readonly Buffer[], bits: number): Buffer[] {
  return frames.map((frame, index) => {
    const copy = Buffer.from(frame)
    for (let bit = 0; bit < bits; bit++) {
      const at = (bit * 83 + index * 7) % (HASH_BYTES * 8)
      copy[at >> 3]! ^= 1 << (at & 7)
    }
    return copy
  })
}

/** Stores a fingerprint, as the job does after it has read the frames. */
export async function giveFingerprint({ db }: TestApp, videoId: string, frames: Buffer[], durationSeconds = 5) {
  const row = { durationSeconds, frames: Buffer.concat(frames), keys: keysOf(frames), madeAt: new Date().toISOString() }
  await db
    .insertInto('fingerprints')
    .values({ videoId, ...row })
    .onConflict((conflict) => conflict.column('videoId').doUpdateSet(row))
    .execute()
}
