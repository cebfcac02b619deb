import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * A marker at the end of a list that calls `onReached` when the viewer comes near. Give it a new key after each page.
 * It then fires again even if a short page did not move it away.
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
