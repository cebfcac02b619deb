import type { ReactNode } from 'react'

/** A page, or a part of one, that has only a word to say: nothing here, not found, did not work. */
export function Notice({
  heading,
  sentence,
  children,
}: {
  heading: ReactNode
  sentence?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-2xl flex-col items-center justify-center gap-4 px-6 pb-28 text-center">
      <span aria-hidden="true" className="mb-2 size-3 rounded-full bg-accent" />
      {heading}
      {sentence && <p className="text-lead text-ink-muted">{sentence}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
