import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls `act` when the network returns while `isWaiting`. */
export function useNetworkReturn(isWaiting: boolean, act: () => void): void {
  const onReturn = useEffectEvent(act)
  // A layout effect listens before the network can return, even just after the failure is shown.
  useLayoutEffect(() => {
    if (!isWaiting) return
    const listeners = new AbortController()
    addEventListener('online', () => onReturn(), listeners)
    return () => listeners.abort()
  }, [isWaiting])
}
