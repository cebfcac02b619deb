type Area = 'localStorage' | 'sessionStorage'

/** Returns a stored string, `null` if there is none or the browser blocks its storage. */
export function readStored(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a string. `null` deletes the stored one.
 *
 * @returns Whether it worked. The browser's storage may be blocked or full.
 */
export function writeStored(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}
