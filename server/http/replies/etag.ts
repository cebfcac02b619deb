/**
 * Whether an `If-None-Match` header contains `etag`. The comparison is weak (RFC 9110, section 13.1.2), because
 * compressing proxies make strong tags weak.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ?? false
}
