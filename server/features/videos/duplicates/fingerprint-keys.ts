import { HASH_BYTES } from '../../../../contract/media/fingerprints/pdq.ts'

const BANDS = 10
const BAND_BYTES = 3

/** Splits the concatenated hashes of a row. */
export function splitFrames(frames: Uint8Array): Uint8Array[] {
  return Array.from({ length: frames.length / HASH_BYTES }, (_, at) =>
    frames.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
}

/**
 * Returns the index keys that find similar hashes. A hash has ten bands of 24 bits, each with its number in the upper
 * bits. Two clips of ten frames almost certainly share a key if their hashes differ in 24 of 256 bits. If they differ
 * in 31 bits, the clips share a key in 98 of 100 cases. Clips with different images hardly ever do.
 *
 * @returns The keys without duplicates.
 */
export function keysOf(hashes: readonly Uint8Array[]): number[] {
  const keys = new Set<number>()
  for (const hash of hashes) {
    for (let band = 0; band < BANDS; band++) {
      const at = band * BAND_BYTES
      keys.add((band << 24) | (hash[at]! << 16) | (hash[at + 1]! << 8) | hash[at + 2]!)
    }
  }
  return [...keys]
}
