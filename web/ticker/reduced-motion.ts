import { useSyncExternalStore } from 'react'

const query = matchMedia('(prefers-reduced-motion: reduce)')

/** Returns whether the user prefers reduced motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, isReducedMotion)
}

export function isReducedMotion(): boolean {
  return query.matches
}

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
