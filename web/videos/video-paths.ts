export function videoPath(id: string): string {
  return `/video/${id}`
}

export function videoPathAt(id: string, seconds: number): string {
  return `${videoPath(id)}?t=${seconds}`
}

/** Returns the start position, in seconds, from the query of an address. Returns 0 if the query has no valid one. */
export function startSecondsIn(search: string): number {
  const seconds = new URLSearchParams(search).get('t') ?? ''
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) : 0
}
