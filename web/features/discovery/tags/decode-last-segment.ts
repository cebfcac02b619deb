/**
 * Decodes the last segment of an address. The router's path is already partly decoded: an escaped slash looks like a
 * separator.
 * @param pathname The browser's path, still escaped.
 */
export function decodeLastSegment(pathname: string): string {
  const segment = pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    // The address was typed by hand, with a % that is not a valid escape.
    return segment
  }
}
