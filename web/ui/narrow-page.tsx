import type { ReactNode } from 'react'

/** A page with one narrow column, such as a form. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-xl px-4 pt-8 pb-40 sm:px-8 lg:pt-12">{children}</div>
}
