import { useCallback, useSyncExternalStore } from 'react'

/**
 * One value of a player, as it changes.
 *
 * @param events The player's events after which it may have changed, with spaces between them.
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
