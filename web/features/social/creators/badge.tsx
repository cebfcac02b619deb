import type { ReactNode } from 'react'

/** A distinction beside a creator's name. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-surface px-3 py-1 text-small whitespace-nowrap text-ink-muted">
      {children}
    </span>
  )
}
