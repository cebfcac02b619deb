/** Returns the address of a clip's page that starts to play at this position. */
export function momentPath(id: string, seconds: number): string {
  return `/video/${id}?t=${seconds}`
}

/** Returns the position in seconds at which the address's clip starts to play. */
export function momentIn(search: string): number {
  const seconds = new URLSearchParams(search).get('t') ?? ''
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) : 0
}
