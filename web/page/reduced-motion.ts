const query = matchMedia('(prefers-reduced-motion: reduce)')

export function prefersReducedMotion(): boolean {
  return query.matches
}

/** @returns A function that unsubscribes. */
export function onReducedMotionChange(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
