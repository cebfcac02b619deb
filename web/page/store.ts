/** A value that parts of the page share. */
export interface Store<T> {
  get: () => T
  /** Calls the listeners if the value has changed. */
  set: (next: T) => void
  /** Sets the value that `change` returns for the current one. */
  update: (change: (current: T) => T) => void
  /** @returns A function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store. It does not depend on React, because the embedded player uses stores as well. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const set = (next: T) => {
    if (Object.is(next, value)) return
    value = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
