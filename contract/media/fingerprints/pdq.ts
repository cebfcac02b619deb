/**
 * PDQ, a perceptual hash that recognises pictures which look alike. It follows Meta's description and reference
 * implementation (ThreatExchange, pdq/). The licence of the reference implementation requires this notice, which is
 * also in docs/licences.md:
 *
 * Copyright (c) 2017- Facebook. All rights reserved. Redistribution and use in source and binary forms, with or without
 * modification, are permitted provided that redistributions of source code retain this copyright notice, this list of
 * conditions and the following disclaimer, and that redistributions in binary form reproduce them in the documentation
 * and/or other materials provided with the distribution. This software is provided by the copyright holders and
 * contributors "as is" and any express or implied warranties, including, but not limited to, the implied warranties of
 * merchantability and fitness for a particular purpose are disclaimed. In no event shall the copyright holder or
 * contributors be liable for any direct, indirect, incidental, special, exemplary, or consequential damages (including,
 * but not limited to, procurement of substitute goods or services; loss of use, data, or profits; or business
 * interruption) however caused and on any theory of liability, whether in contract, strict liability, or tort (including
 * negligence or otherwise) arising in any way out of the use of this software, even if advised of the possibility of such
 * damage.
 */

/** Width and height of the picture that is hashed. */
export const PLANE_SIDE = 64
const HASH_SIDE = 16

/** A hash: 256 bits. Bit `16 * row + column` is bit `column` of the 16-bit word at `row`; words are little-endian. */
export const HASH_BYTES = 32

/** Quality, out of 100, below which a picture is too plain to be recognised. */
export const QUALITY_MIN = 50
/** Maximum number of differing bits, out of 256, at which two pictures count as the same. */
export const DISTANCE_MAX = 31

/** The sixteen lowest frequencies of a discrete cosine transform, without the constant one: 16 rows of 64. */
const cosines = Float32Array.from({ length: HASH_SIDE * PLANE_SIDE }, (_, at) => {
  const [frequency, place] = [Math.floor(at / PLANE_SIDE) + 1, at % PLANE_SIDE]
  return Math.sqrt(2 / PLANE_SIDE) * Math.cos((Math.PI / 2 / PLANE_SIDE) * frequency * (2 * place + 1))
})

/** Returns the hash of a picture. @param plane Brightness, 0 to 255, of 64 rows of 64. */
export function pdqHash(plane: Float32Array): Uint8Array {
  const frequencies = transform(plane)
  // The reference uses the lower of the two middle values.
  const median = frequencies.toSorted()[frequencies.length / 2 - 1]!
  const hash = new Uint8Array(HASH_BYTES)
  frequencies.forEach((frequency, bit) => {
    if (frequency > median) hash[bit >> 3]! |= 1 << (bit & 7)
  })
  return hash
}

/** Returns the amount of detail: 0 for one colour, 100 for many edges. @param plane As for `pdqHash`. */
export function pdqQuality(plane: Float32Array): number {
  const step = (a: number, b: number) => Math.abs(Math.trunc(((plane[a]! - plane[b]!) * 100) / 255))
  let steps = 0
  for (let row = 0; row < PLANE_SIDE; row++) {
    for (let column = 0; column < PLANE_SIDE; column++) {
      const at = row * PLANE_SIDE + column
      if (row + 1 < PLANE_SIDE) steps += step(at, at + PLANE_SIDE)
      if (column + 1 < PLANE_SIDE) steps += step(at, at + 1)
    }
  }
  return Math.min(100, Math.floor(steps / 90))
}

function transform(plane: Float32Array): Float32Array {
  const columns = new Float32Array(HASH_SIDE * PLANE_SIDE)
  for (let row = 0; row < HASH_SIDE; row++) {
    for (let column = 0; column < PLANE_SIDE; column++) {
      let sum = 0
      for (let k = 0; k < PLANE_SIDE; k++) sum += cosines[row * PLANE_SIDE + k]! * plane[k * PLANE_SIDE + column]!
      columns[row * PLANE_SIDE + column] = sum
    }
  }
  const frequencies = new Float32Array(HASH_SIDE * HASH_SIDE)
  for (let row = 0; row < HASH_SIDE; row++) {
    for (let column = 0; column < HASH_SIDE; column++) {
      let sum = 0
      for (let k = 0; k < PLANE_SIDE; k++) sum += columns[row * PLANE_SIDE + k]! * cosines[column * PLANE_SIDE + k]!
      frequencies[row * HASH_SIDE + column] = sum
    }
  }
  return frequencies
}

/** Returns the number of bits in which two hashes differ. */
export function distance(a: Uint8Array, b: Uint8Array): number {
  let bits = 0
  for (let at = 0; at < HASH_BYTES; at++) bits += bitCounts[a[at]! ^ b[at]!]!
  return bits
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

/**
 * Returns approximately the hash of the mirrored picture. Mirroring inverts the sign of every other frequency; as the
 * median is near zero, that nearly always flips the bit.
 */
export function mirrored(hash: Uint8Array): Uint8Array {
  return hash.map((byte) => byte ^ 0b0101_0101)
}
