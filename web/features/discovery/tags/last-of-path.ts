/**
 * The last segment of an address. The router has undone part of its escapes already, and cannot say any more whether a
 * slash was one.
 *
 * @param pathname As the browser has it: escaped.
 */
export function lastOfPath(pathname: string): string {
  const segment = pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    // Typed by hand, with a % that escapes nothing.
    return segment
  }
}
