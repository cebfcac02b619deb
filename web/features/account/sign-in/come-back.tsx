import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { PageSpinner } from '../../../ui/spinner.tsx'
import type { CameFrom } from '../../../viewer/sign-in/sign-in.tsx'

/** Sends a signed-in viewer to the page that they wanted to open. */
export function ComeBack({ next }: { next: string }) {
  const [, navigate] = useLocation()
  const hasLeft = useRef(false)
  useEffect(() => {
    // Going back twice would be one page too far.
    if (hasLeft.current) return
    hasLeft.current = true
    // The page itself instead of another like it: with the place, the full-screen view and the creator that it showed.
    if ((history.state as CameFrom | null)?.from === next) history.back()
    else navigate(next, { replace: true })
  }, [next, navigate])
  return <PageSpinner />
}
