/** One value that parts of the page share for the visit. */
export interface Store<T> {
  get: () => T
  /** Listeners are told if the value is another one. */
  set: (next: T) => void
  /** @returns What ends it. */
  subscribe: (listener: () => void) => () => void
}

/** Without React: players in other sites' pages have stores, too. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
