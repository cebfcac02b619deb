import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Stands at the end of a list that goes on, and says when a reader comes near. Give it a new key after each page, so
 * that it looks again when a page was too short to push it away.
 */
export function NearEnd({ onReached }: { onReached: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReached)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), {
      rootMargin: '400px',
      scrollMargin: '200px',
    })
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [])
  return <div ref={ref} aria-hidden="true" />
}
