import { useEffect, useEffectEvent } from 'react'

/** Calls `act` when the network returns while `isWaiting`. */
export function useNetworkReturn(isWaiting: boolean, act: () => void): void {
  const goOn = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting) return
    const listeners = new AbortController()
    addEventListener('online', () => goOn(), listeners)
    return () => listeners.abort()
  }, [isWaiting])
}
