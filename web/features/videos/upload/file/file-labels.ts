/** Megabytes with one decimal: `12.3 MB`; `< 0.1 MB` for what would be none of them, and is not nothing. */
export function formatMegabytes(bytes: number): string {
  if (bytes > 0 && bytes < 0.05 * 1024 ** 2) return '< 0.1 MB'
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

/** `62%`, rounded down: a hundred is all of it. */
export function formatPercent(share: number): string {
  return `${Math.floor(share * 100)}%`
}

/** `0:07`, `12:34`, `1:02:03`. Seconds are rounded; a clip is never 0:00 long. */
export function formatDuration(seconds: number): string {
  const total = Math.max(1, Math.round(seconds))
  const parts = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60]
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}

/** `16:9 (1280 × 720)`, or only the pixels where the ratio has no better name than they are. */
export function describeShape(
  aspectRatio: string | undefined,
  { width, height }: { width: number; height: number },
): string {
  const pixels = `${width} × ${height}`
  return aspectRatio && aspectRatio !== `${width}:${height}` ? `${aspectRatio} (${pixels})` : pixels
}

const NAME_MAX_LENGTH = 60

/** A file's name for the middle of a sentence: of a very long one the beginning and, because it tells most, the end. */
export function shortenName(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= NAME_MAX_LENGTH) return name
  const half = NAME_MAX_LENGTH / 2
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`
}
