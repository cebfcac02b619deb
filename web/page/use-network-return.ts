import { useEffect, useEffectEvent } from 'react'

/** Calls `act` when the network returns while `isWaiting`. */
export function useNetworkReturn(isWaiting: boolean, act: () => void): void {
  const onReturn = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting) return
    const listeners = new AbortController()
    addEventListener('online', () => onReturn(), listeners)
    return () => listeners.abort()
  }, [isWaiting])
}
