/**
 * Whether an `If-None-Match` header names `etag`. The comparison is weak (RFC 9110, section 13.1.2): proxies that
 * compress make a strong tag weak.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ?? false
}
