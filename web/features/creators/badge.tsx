import type { ReactNode } from 'react'

interface BadgeProps {
  /** What it lies on. */
  on?: 'canvas' | 'surface'
  children: ReactNode
}

/** A distinction beside a creator's name. */
export function Badge({ on = 'canvas', children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-small whitespace-nowrap text-accent-ink ${on === 'canvas' ? 'bg-surface' : 'bg-canvas'}`}
    >
      {children}
    </span>
  )
}
