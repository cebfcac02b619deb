import type { ReactNode } from 'react'

/** A sentence in red that says why something failed or cannot be done. `toastFailure` explains when to use it. */
export function Problem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="w-full text-small text-danger">
      {children}
    </p>
  )
}
