/**
 * Returns a day in the user's locale: `22 November 2026`.
 *
 * @param iso A day that the server has counted, in UTC (`2026-11-22`), or a timestamp. The day of a timestamp is the one
 *   in the user's time zone.
 */
export function formatDay(iso: string): string {
  const timeZone = iso.includes('T') ? undefined : 'UTC'
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long', timeZone })
}

/** Returns a deadline in the user's locale and time zone, to the minute: `22 November 2026 at 17:30`. */
export function formatDeadline(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
}
