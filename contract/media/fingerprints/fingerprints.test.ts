import { expect, test } from 'vitest'
import { DISTANCE_MAX, distance, mirrored, pdqHash, pdqQuality, PLANE_SIDE } from './pdq.ts'
import { hashPicture, PICTURE_SIDE } from './picture.ts'

/** Returns a square picture of waves and noise as bytes. The same seed always gives the same picture. */
function waves(seed: number, side = PLANE_SIDE): Uint8Array {
  let state = seed
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const all = Array.from(
    { length: 6 },
    () => [random() * 6, random() * 6, random() * 6.28, 20 + random() * 40] as const,
  )
  return Uint8Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)]
    const light = all.reduce(
      (sum, [across, down, phase, height]) =>
        sum + height * Math.sin((2 * Math.PI * (across * x + down * y)) / side + phase),
      128,
    )
    return Math.max(0, Math.min(255, Math.round(light + (random() - 0.5) * 30)))
  })
}

const hashOf = (picture: Uint8Array) => hashPicture(picture)!

/** Formats a hash like the reference implementation: sixteen words, the last one first. */
function written(hash: Uint8Array): string {
  return Buffer.from(hash.toReversed()).toString('hex')
}

/** Returns the picture with black borders. */
function framed(picture: Uint8Array, { left = 0, top = 0 }): Uint8Array {
  const [width, height] = [PICTURE_SIDE - 2 * left, PICTURE_SIDE - 2 * top]
  return Uint8Array.from({ length: PICTURE_SIDE ** 2 }, (_, at) => {
    const [x, y] = [(at % PICTURE_SIDE) - left, Math.floor(at / PICTURE_SIDE) - top]
    if (x < 0 || y < 0 || x >= width || y >= height) return at % 16
    const [fromX, fromY] = [Math.floor((x * PICTURE_SIDE) / width), Math.floor((y * PICTURE_SIDE) / height)]
    return Math.max(40, picture[fromY * PICTURE_SIDE + fromX]!)
  })
}

test.each([
  // The hashes that the reference implementation (pdq/cpp of ThreatExchange, compiled) computes for these pictures.
  [1, 'a12b222a243e443e9e87552a107faed4bc26bed5e1d7f69cfc2809d182e9a9d3'],
  [2, 'f377ac622662ec69c56add6ad56afdc0a817029bc093429eb8bc02f700bd55ae'],
  [3, 'dd78b771fc48f0506d58fff0fde0aac12abdaa29001301ef0076bbd4ea96412e'],
])('picture %i has the same hash as in the reference implementation', (seed, hash) => {
  const plane = Float32Array.from(waves(seed))
  expect(written(pdqHash(plane))).toBe(hash)
  expect(pdqQuality(plane)).toBe(100)
})

test('a picture with little detail has the same quality as in the reference implementation', () => {
  const fainter = (by: number) => Float32Array.from(waves(1), (light) => Math.round(128 + (light - 128) / by))
  expect(pdqQuality(fainter(6))).toBe(72)
  expect(pdqQuality(fainter(12))).toBe(22)
  expect(pdqQuality(new Float32Array(PLANE_SIDE ** 2).fill(128))).toBe(0)
})

test('brightness hardly changes a hash, and a mirrored picture has the mirrored hash', () => {
  const picture = waves(1, PICTURE_SIDE)
  for (let seed = 2; seed < 12; seed++)
    expect(distance(hashOf(picture), hashOf(waves(seed, PICTURE_SIDE)))).toBeGreaterThan(70)
  for (const gain of [0.9, 1.1]) {
    const changed = picture.map((light) => Math.min(255, light * gain))
    expect(distance(hashOf(picture), hashOf(changed))).toBeLessThanOrEqual(DISTANCE_MAX)
  }
  const turned = picture.map((_, at) => picture[at - (at % PICTURE_SIDE) + PICTURE_SIDE - 1 - (at % PICTURE_SIDE)]!)
  expect(distance(hashOf(picture), hashOf(turned))).toBeGreaterThan(70)
  expect(distance(mirrored(hashOf(picture)), hashOf(turned))).toBeLessThanOrEqual(20)
})

test.each([{ top: 32 }, { left: 40 }, { left: 16, top: 24 }])('black borders hardly change the hash: %o', (borders) => {
  const picture = framed(waves(4, PICTURE_SIDE), {})
  expect(distance(hashOf(picture), hashOf(framed(waves(4, PICTURE_SIDE), borders)))).toBeLessThanOrEqual(20)
})

test('pictures without enough detail have no hash', () => {
  const grey = new Uint8Array(PICTURE_SIDE ** 2).fill(90)
  const gradient = grey.map((_, at) => at % PICTURE_SIDE)
  for (const plain of [grey, gradient, grey.fill(0), framed(waves(5, PICTURE_SIDE), { top: 110 })]) {
    expect(hashPicture(plain)).toBeUndefined()
  }
})
