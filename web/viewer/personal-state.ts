import { readStored, writeStored } from '../page/browser-storage.ts'
import { createStore } from '../page/store.ts'

/**
 * State that belongs to one user, in memory or in the browser's storage. Only that user can read it. Signing out
 * deletes the state. An expired session keeps it, so that the user can continue after signing in again.
 */
interface PersonalState<T> {
  get(userId: string): T | undefined
  /** Stores the value, or deletes it if `undefined`. A value that arrives after the user has signed out is dropped. */
  set(userId: string, value: T | undefined): void
  /** @returns A function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

const listeners = new Set<(userId: string) => void>()
const signedOut = new Set<string>()

/** Calls `listener` on each sign-out. Register once, at module level, because the listener is never removed. */
export function onSignOut(listener: (userId: string) => void): void {
  listeners.add(listener)
}

/** Creates state in memory with one value per user. */
export function createPersonalState<T>(): PersonalState<T> {
  const values = createStore<ReadonlyMap<string, T>>(new Map())
  const remove = (userId: string) => values.update((all) => new Map([...all].filter(([ownerId]) => ownerId !== userId)))
  onSignOut(remove)
  return {
    get: (userId) => values.get().get(userId),
    set(userId, value) {
      if (value === undefined || signedOut.has(userId)) remove(userId)
      else values.update((all) => new Map(all).set(userId, value))
    },
    subscribe: values.subscribe,
  }
}

const storedKey = (name: string, userId: string) => `${name}:${userId}`

/** Returns a string that `storePersonal` stored. */
export function readPersonal(name: string, userId: string): string | null {
  return readStored('localStorage', storedKey(name, userId))
}

/**
 * Stores a string on this device. `null` deletes it. A string that arrives after the user has signed out is dropped.
 *
 * @returns Whether it worked. The browser's storage may be blocked or full.
 */
export function storePersonal(name: string, userId: string, text: string | null): boolean {
  return writeStored('localStorage', storedKey(name, userId), signedOut.has(userId) ? null : text)
}

/** Lets a user have state again. Called when they sign in, in any tab. */
export function allowPersonalState(userId: string): void {
  signedOut.delete(userId)
}

/** Deletes a user's state, even that of modules that have not been loaded. Called when they sign out, in any tab. */
export function deletePersonalState(userId: string): void {
  signedOut.add(userId)
  for (const listener of listeners) listener(userId)
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith(storedKey('', userId))) localStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked and has no state.
  }
}
