/**
 * Where to go after signing in: the `next` of the address if it is a path of this site, else the feed.
 * Anything that a browser could read as another site (`//host`, `/\host`, a scheme) is refused.
 */
export function returnPath(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!/^\/(?![/\\])/.test(next) || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  const path = url.pathname + url.search + url.hash
  return url.origin !== origin || /^\/auth\b|^\/\//.test(path) ? '/' : path
}

/** The sign-in screen's address, from which a person comes back to `path`. */
export function signInPath(path: string): string {
  return `/auth?next=${encodeURIComponent(path)}`
}
