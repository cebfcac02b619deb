interface Sample {
  atMs: number
  sentBytes: number
}

export interface Progress {
  sentBytes: number
  totalBytes: number
  /** `undefined` until there are enough samples. */
  bytesPerSecond: number | undefined
  secondsLeft: number | undefined
}

/** Milliseconds over which speed is measured. An average since the start would hide a network that became slow. */
const WINDOW_MS = 5_000
const MINIMUM_MS = 500

/** Converts the byte counts of an upload to its speed and time left. Each call adds one count. */
export function transferRate(totalBytes: number): (sentBytes: number, atMs: number) => Progress {
  let samples: Sample[] = []
  return (sentBytes, atMs) => {
    samples = [...samples.filter((sample) => sample.atMs >= atMs - WINDOW_MS), { atMs, sentBytes }]
    const [oldest] = samples
    const elapsedMs = atMs - oldest!.atMs
    if (elapsedMs < MINIMUM_MS) return { sentBytes, totalBytes, bytesPerSecond: undefined, secondsLeft: undefined }
    const bytesPerSecond = ((sentBytes - oldest!.sentBytes) / elapsedMs) * 1_000
    const secondsLeft = bytesPerSecond > 0 ? (totalBytes - sentBytes) / bytesPerSecond : undefined
    return { sentBytes, totalBytes, bytesPerSecond, secondsLeft }
  }
}

/** Returns `8 s left`, `3 min left`, `1 h left`, or `1 h 20 min left`. */
export function describeTimeLeft(seconds: number): string {
  const rounded = Math.max(1, Math.ceil(seconds))
  if (rounded < 60) return `${rounded} s left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min left`
  const hours = `${Math.floor(minutes / 60)} h`
  return minutes % 60 === 0 ? `${hours} left` : `${hours} ${minutes % 60} min left`
}
