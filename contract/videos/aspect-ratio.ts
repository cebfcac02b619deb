/** Maximum difference between a video's ratio and the named ratio that replaces it. */
const ASPECT_RATIO_TOLERANCE = 0.1

const namedRatios = [
  [16, 9],
  [9, 16],
  [1, 1],
  [4, 3],
  [3, 4],
  [21, 9],
] as const

/**
 * Returns the name of a video's aspect ratio.
 *
 * @param width  Display width in pixels, after rotation and sample aspect ratio. Integer > 0.
 * @param height Display height in pixels, likewise.
 * @returns The nearest named ratio within 0.1 of `width / height`, else `'<width>:<height>'`. Never `'auto'`.
 * @throws {RangeError} If either side is not a positive integer.
 */
export function nameAspectRatio(width: number, height: number): string {
  if (!isPositiveInteger(width) || !isPositiveInteger(height)) {
    throw new RangeError(`A video of ${width}×${height} has no aspect ratio`)
  }
  const ratio = width / height
  const distances = namedRatios.map(([w, h]) => ({ name: `${w}:${h}`, distance: Math.abs(w / h - ratio) }))
  const nearest = distances.reduce((best, next) => (next.distance < best.distance ? next : best))
  // Allows slightly more, because 1.1 - 1 is 0.10000000000000009 in floating point.
  return nearest.distance <= ASPECT_RATIO_TOLERANCE + 1e-9 ? nearest.name : `${width}:${height}`
}

/** Returns the width divided by the height of a `'w:h'` string; `undefined` for anything else. */
export function parseAspectRatio(aspectRatio: string): number | undefined {
  const [, width, height] = /^(\d{1,5}):(\d{1,5})$/.exec(aspectRatio) ?? []
  const ratio = Number(width) / Number(height)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined
}

function isPositiveInteger(value: number): boolean {
  return Number.isInteger(value) && value > 0
}
