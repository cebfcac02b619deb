import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns a value of a player and follows its changes.
 *
 * @param events The player's events that can change the value, separated by spaces.
 */
export function usePlayerValue<T extends string | number | boolean>(
  player: HTMLVideoElement,
  events: string,
  read: (player: HTMLVideoElement) => T,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const left = new AbortController()
      for (const event of events.split(' ')) player.addEventListener(event, listener, left)
      return () => left.abort()
    },
    [player, events],
  )
  return useSyncExternalStore(subscribe, () => read(player))
}
