/** An address without a route, whose answer is the 404 screen. */
const NOWHERE = '/undecodable'

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '/'

/** Whether an address belongs to a screen or a feed, not to the API or a file. */
export function isPageAddress(url: string): boolean {
  return !/^\/(api|objects|assets)(\/|$)/.test(pathOf(url))
}

/** Returns an address that the router can decode. It would refuse a page's in JSON, which a browser could not show. */
export function routableAddress(url: string): string {
  return !url.includes('%') || !isPageAddress(url) || isDecodable(pathOf(url)) ? url : NOWHERE
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
