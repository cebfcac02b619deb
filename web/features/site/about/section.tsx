import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'

/** A section with its name. The name is beside the text where there is room, and above the text elsewhere. */
export function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="grid gap-x-12 gap-y-5 border-t border-line py-10 sm:py-14 md:grid-cols-[15rem_1fr]">
      <h2 className="headline min-w-0 text-title wrap-anywhere max-[16rem]:text-lead">{title}</h2>
      <div className="flex max-w-[39em] flex-col items-start gap-5 text-ink-muted [&>ul]:text-ink">{children}</div>
    </section>
  )
}

/** Links to related pages, followed by other buttons. @param to Their labels, by address. */
export function MoreLinks({ to, children }: { to: Record<string, string>; children?: ReactNode }) {
  return (
    <div className="-ml-4 flex flex-wrap sm:-ml-5">
      {Object.entries(to).map(([href, label]) => (
        <ButtonLink key={href} href={href} variant="ghost">
          {label}
        </ButtonLink>
      ))}
      {children}
    </div>
  )
}
