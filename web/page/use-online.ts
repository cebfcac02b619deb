import { useEffect, useEffectEvent } from 'react'

/** Calls `act` when the network returns while `isWaiting`. */
export function useOnline(isWaiting: boolean, act: () => void): void {
  const goOn = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting) return
    const left = new AbortController()
    addEventListener('online', () => goOn(), left)
    return () => left.abort()
  }, [isWaiting])
}
