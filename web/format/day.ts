/**
 * Returns a day in the user's locale: `22 November 2026`.
 *
 * @param iso `2026-11-22`, or a timestamp. The day in UTC is shown.
 */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' })
}
