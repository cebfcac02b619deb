/** Megabytes with one decimal: `12.3 MB`. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

/** `62 %`, rounded down: a hundred is all of it. */
export function formatPercent(share: number): string {
  return `${Math.floor(share * 100)} %`
}

/** `0:07`, `12:34`, `1:02:03`. Seconds are rounded; a clip is never 0:00 long. */
export function formatDuration(seconds: number): string {
  const total = Math.max(1, Math.round(seconds))
  const parts = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60]
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}
