import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns a value of an element or the document, and follows its changes.
 *
 * @param events The target's events that can change the value, separated by spaces.
 */
export function useEventValue<Target extends EventTarget, T extends string | number | boolean>(
  target: Target,
  events: string,
  read: (target: Target) => T,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const listeners = new AbortController()
      for (const event of events.split(' ')) target.addEventListener(event, listener, listeners)
      return () => listeners.abort()
    },
    [target, events],
  )
  return useSyncExternalStore(subscribe, () => read(target))
}
