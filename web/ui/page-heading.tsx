import { type ReactNode, useEffect, useRef } from 'react'
import { isFocusLost } from '../page/focus.ts'
import { hasNavigated } from '../page/navigation.ts'
import { site } from '../page/site.ts'

interface PageHeadingProps {
  /** The document's title, without the name of the site. By default the title is only the name of the site. */
  title?: string | undefined
  /** By default the title. */
  children?: ReactNode
  className?: string
}

/** Whether a heading has been removed since the page was loaded. */
let wasRemoved = false

/**
 * The page's `h1`. Sets the document's title, and takes the focus when a page replaces another, so that screen readers
 * announce the new page. The heading does not take the focus on a full page load.
 */
export function PageHeading({ title, children = title, className = 'headline text-title' }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title === undefined ? site.siteName : `${title} · ${site.siteName}`
  }, [title])
  useEffect(() => {
    // An action can replace the page at the same address: signing in, or cancelling the deletion of the account. The
    // first heading replaces none: a Tab that is pressed during the page load must lead to the first link.
    if (!hasNavigated() && !(wasRemoved && navigator.userActivation?.hasBeenActive)) return
    const frame = requestAnimationFrame(() => {
      // Another element may already have the focus, such as the card that the wall restored.
      if (isFocusLost()) heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(
    () => () => {
      wasRemoved = true
    },
    [],
  )
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
