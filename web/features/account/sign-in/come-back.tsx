import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import type { CameFrom } from '../../../viewer/sign-in/sign-in.tsx'

/** Sends a signed-in viewer to the page that they wanted to open. */
export function ComeBack({ next }: { next: string }) {
  const [, navigate] = useLocation()
  const hasLeft = useRef(false)
  useEffect(() => {
    // Without this check, an effect that runs twice would go back two pages.
    if (hasLeft.current) return
    hasLeft.current = true
    // Going back restores the page's scroll position, full-screen view and creator. A new history entry would lose
    // them.
    if ((history.state as CameFrom | null)?.from === next) history.back()
    else navigate(next, { replace: true })
  }, [next, navigate])
  return <PageSpinner />
}
