/** A day as the reader writes it: `22 November 2026`. @param iso `2026-11-22`, or a timestamp, of which the day in UTC counts. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' })
}

/** `November 2026` of `2026-11`. */
export function formatMonth(month: string): string {
  return new Date(month).toLocaleDateString(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
