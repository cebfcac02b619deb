import type { MouseEvent } from 'react'

/** What the server answers itself, on an address of this site: the API, files and the embedded player. */
const elsewhere = /^\/(api|objects|embed)(\/|$)|\.\w+$/

/**
 * A link of the operator's text opens another screen as the page's own links do. Loading the whole site anew would stop
 * an upload that goes on meanwhile.
 */
export function followLink(event: MouseEvent, navigate: (to: string) => void): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const address = (event.target as Element).closest('a')?.getAttribute('href')
  if (!address?.startsWith('/') || elsewhere.test(address)) return
  event.preventDefault()
  navigate(address)
}
