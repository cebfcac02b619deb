import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { PageHeading } from './page-heading.tsx'

/**
 * A page, or a part of one, that has only a word to say: nothing here, not found, did not work. What has the page's own
 * heading, its `h1`, stands in the middle between the header and the ticker (64 and 113 px; 36 of the latter are the
 * shell's). A part of a page stands at its top, so that what one may do is seen below a tall header, too.
 */
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
    <div className="mx-auto flex max-w-2xl flex-col items-center justify-center gap-4 px-6 pt-12 pb-28 text-center has-[>h1]:mb-[77px] has-[>h1]:min-h-[calc(100dvh-64px-113px)] has-[>h1]:py-8 [&>h1]:text-display">
      <span aria-hidden="true" className="mb-2 size-3 rounded-full bg-accent" />
      {heading}
      {sentence && <p className="text-lead text-ink-muted">{sentence}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

interface NotArrivedProps {
  /** What was asked for, as the end of a sentence: 'the video'. */
  what: string
  /** Whether it is a whole page, whose heading this is. */
  page?: boolean
  onRetry: () => void
}

/** Something could not be loaded, and can be asked for again. */
export function NotArrived({ what, page = false, onRetry }: NotArrivedProps) {
  const sentence = `We couldn’t load ${what}`
  return (
    <Notice
      heading={
        page ? (
          <PageHeading title={sentence}>{sentence}</PageHeading>
        ) : (
          <h2 className="headline text-title">{sentence}</h2>
        )
      }
      sentence="Check your connection and try again."
    >
      <Button variant="primary" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  )
}
