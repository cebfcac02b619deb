import type { ReactNode } from 'react'

interface TitledSectionProps {
  id: string
  title: string
  /** A sentence below the heading. */
  sentence?: string
  children: ReactNode
}

/** A section of a page, named by its heading. */
export function TitledSection({ id, title, sentence, children }: TitledSectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="headline text-lead">
        {title}
      </h2>
      {sentence && <p className="mt-2 max-w-[33.8em] text-ink-muted">{sentence}</p>}
      {children}
    </section>
  )
}
