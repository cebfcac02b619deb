/**
 * What the page keeps of one person: in memory for the visit, or in the browser's storage. Only that person finds it,
 * and it is gone when they sign out. A session that merely ended keeps it, so that whoever signs in again can go on.
 */
export interface PersonalState<T> {
  get(userId: string): T | undefined
  /** `undefined` forgets the value. What comes late, after somebody has signed out, is not kept. */
  set(userId: string, value: T | undefined): void
}

const listeners = new Set<(userId: string) => void>()
const signedOut = new Set<string>()

/** Has `forget` called whenever somebody signs out. For the whole visit: call it once, where a module is loaded. */
export function onSignOut(forget: (userId: string) => void): void {
  listeners.add(forget)
}

/** State in memory, a value for each person. */
export function createPersonalState<T>(): PersonalState<T> {
  const values = new Map<string, T>()
  onSignOut((userId) => values.delete(userId))
  return {
    get: (userId) => values.get(userId),
    set(userId, value) {
      if (value === undefined || signedOut.has(userId)) values.delete(userId)
      else values.set(userId, value)
    },
  }
}

const storedKey = (name: string, userId: string) => `${name}:${userId}`

/** @throws If the browser's storage is blocked. */
export function readPersonal(name: string, userId: string): string | null {
  return localStorage.getItem(storedKey(name, userId))
}

/**
 * Keeps a text on this device; `undefined` removes it. What comes after somebody has signed out is not kept.
 *
 * @throws If the browser's storage is blocked or full.
 */
export function storePersonal(name: string, userId: string, value: string | undefined): void {
  if (value === undefined || signedOut.has(userId)) localStorage.removeItem(storedKey(name, userId))
  else localStorage.setItem(storedKey(name, userId), value)
}

/** When somebody signs in, in whichever tab. */
export function beginPersonalState(userId: string): void {
  signedOut.delete(userId)
}

/** When somebody signs out, in whichever tab. Code that has not been loaded yet has left nothing but what is stored. */
export function forgetPersonalState(userId: string): void {
  signedOut.add(userId)
  for (const forget of listeners) forget(userId)
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith(storedKey('', userId))) localStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked: nothing is kept there.
  }
}
