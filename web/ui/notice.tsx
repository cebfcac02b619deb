import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { PageHeading } from './page-heading.tsx'

interface NoticeProps {
  /** Title of the document, if the notice is a whole page. */
  title?: string | undefined
  /** By default the title of the document. The heading is the `h1` of a page, otherwise an `h2`. */
  heading?: string | undefined
  sentence?: string | undefined
  /** The next step, shown as a button. */
  link?: readonly [href: string, label: string] | undefined
  children?: ReactNode
}

/**
 * A page or a part of one that shows only a message: empty, not found, or failed. A whole page is centred between the
 * header (64 px) and the ticker, whose top is 113 px above the bottom. The shell already adds 36 of the 113 px. A part
 * is aligned to the top, so that its actions are visible below a tall header.
 */
export function Notice({ title, heading = title, sentence, link, children }: NoticeProps) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-center justify-center gap-4 px-6 pt-12 pb-28 text-center max-sm:pt-3 has-[>h1]:mb-[77px] has-[>h1]:min-h-[calc(100dvh-64px-113px)] has-[>h1]:py-8">
      <span aria-hidden="true" className="mb-2 size-3 rounded-full bg-accent" />
      {title ? (
        <PageHeading title={title} className="headline text-display wrap-anywhere">
          {heading}
        </PageHeading>
      ) : (
        <h2 className="headline text-title max-[16rem]:text-lead">{heading}</h2>
      )}
      {sentence && <p className="text-lead text-balance text-ink-muted">{sentence}</p>}
      {(children || link) && (
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          {children}
          {link && (
            <ButtonLink href={link[0]} variant="primary">
              {link[1]}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  )
}
