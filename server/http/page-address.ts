/** An address without a route, whose answer is the 404 screen. */
const NOWHERE = '/undecodable'

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '/'

/** Whether an address is outside the API, the stored objects and the assets. */
export function isPageAddress(url: string): boolean {
  return !/^\/(api|objects|assets)(\/|$)/.test(pathOf(url))
}

/**
 * Returns the address of the 404 screen for a page address that the router cannot decode. The router would answer with
 * JSON.
 */
export function routableAddress(url: string): string {
  return !url.includes('%') || !isPageAddress(url) || decodePath(pathOf(url)) !== undefined ? url : NOWHERE
}

/** Returns the path decoded. The bundler removes a call to `decodeURIComponent` whose result is not used. */
function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
