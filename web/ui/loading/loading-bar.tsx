import { createPortal } from 'react-dom'

/** A bar at the top of the window, while the code of something that the user has opened is loading. */
export function LoadingBar() {
  return createPortal(
    <div role="status" aria-label="Loading" className="animate-appear-late fixed inset-x-0 top-0 z-50">
      <div className="h-1 animate-shimmer bg-accent" />
    </div>,
    document.body,
  )
}
