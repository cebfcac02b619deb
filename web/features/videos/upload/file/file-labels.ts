import { nameAspectRatio } from '../../../../../contract/videos/aspect-ratio.ts'

/**
 * Returns megabytes with one decimal, as the specification asks for files to upload: `12.3 MB`. A size that would round
 * to 0.0 becomes `0 bytes` or `< 0.1 MB`.
 */
export function formatMegabytes(bytes: number): string {
  if (bytes === 0) return '0 bytes'
  if (bytes < 0.05 * 1024 ** 2) return '< 0.1 MB'
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

/** Returns `62%`, rounded down, so that 100% means complete. */
export function formatPercent(share: number): string {
  return `${Math.floor(share * 100)}%`
}

/** Returns `16:9 (1280 × 720)`, or only the pixels if the ratio has no simpler name. */
export function describeShape({ width, height }: { width: number; height: number }): string {
  const [ratio, pixels] = [nameAspectRatio(width, height), `${width} × ${height}`]
  return ratio === `${width}:${height}` ? pixels : `${ratio} (${pixels})`
}

const NAME_MAX_LENGTH = 60

/**
 * Shortens a file name for use within a sentence. A very long name keeps its beginning and its end. The end often
 * distinguishes it.
 */
export function shortenName(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= NAME_MAX_LENGTH) return name
  const half = NAME_MAX_LENGTH / 2
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`
}
