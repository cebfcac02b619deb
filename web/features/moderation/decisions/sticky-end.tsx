import type { ReactNode } from 'react'
import { StickyEdge } from '../../../ui/sticky-edge.tsx'

export interface EndProps {
  children: ReactNode
  note: ReactNode
}

/** The end of a desk's form. Beside the evidence, it stays visible while the form scrolls. */
export function StickyEnd({ children, note }: EndProps) {
  return (
    <div className="relative grid gap-1 bg-canvas md:sticky md:bottom-0">
      <div className="hidden md:contents">
        <StickyEdge />
      </div>
      {children}
      {note}
    </div>
  )
}
