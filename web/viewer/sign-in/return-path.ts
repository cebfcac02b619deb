/**
 * Returns the address to open after signing in: the `next` parameter if it is a path of this site. Otherwise, and for
 * the sign-in screen itself, returns the feed. Rejects every address that a browser could read as another site
 * (`//host`, `/\host`, a scheme).
 */
export function returnPath(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!/^\/(?![/\\])/.test(next) || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  const path = url.pathname + url.search + url.hash
  return url.origin !== origin || /^\/auth\b|^\/\//.test(path) ? '/' : path
}

/** Returns the address of the sign-in screen that leads back to `path`. */
export function signInPath(path: string): string {
  return `/auth?next=${encodeURIComponent(path)}`
}
