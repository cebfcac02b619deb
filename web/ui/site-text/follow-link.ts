import type { MouseEvent } from 'react'

/** Paths of this site that the server answers itself: the API, files and the embedded player. */
const elsewhere = /^\/(api|objects|embed)(\/|$)|\.\w+$/

/**
 * Opens links in the operator's text within the app, like the app's own links. A full page load would stop uploads in
 * progress.
 */
export function followLink(event: MouseEvent, navigate: (to: string) => void): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const address = (event.target as Element).closest('a')?.getAttribute('href')
  if (!address?.startsWith('/') || elsewhere.test(address)) return
  event.preventDefault()
  navigate(address)
}
