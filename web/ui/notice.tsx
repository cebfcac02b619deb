import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button.tsx'
import { PageHeading } from './page-heading.tsx'
import { Spinner } from './spinner.tsx'

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
        <h2 className="headline text-title">{heading}</h2>
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

interface LoadFailureProps {
  /** The name of the content as the end of a sentence: 'the video'. */
  what: string
  /** Whether it replaces the whole page and contains the page's heading. */
  page?: boolean
  onRetry: () => void
}

/** A message that content could not be loaded, with a button to try again. */
export function LoadFailure({ what, page = false, onRetry }: LoadFailureProps) {
  const sentence = `We couldn’t load ${what}`
  return (
    <Notice title={page ? sentence : undefined} heading={sentence} sentence="Check your connection and try again.">
      <Button variant="primary" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  )
}

/** A spinner in the middle of a page that is still loading. */
export function PageSpinner() {
  return (
    <div role="status" aria-label="Loading" className="grid min-h-[60dvh] place-items-center text-accent-ink">
      <Spinner className="size-8" />
    </div>
  )
}
