import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { hasNavigated } from '../page/navigation.ts'

interface PageHeadingProps {
  /** What the browser's tab says before the product's name. */
  title: string
  children: ReactNode
  className?: string
}

/**
 * The one `h1` of a page. Sets the document's title and, after a change of route, takes the focus, so that a screen
 * reader says where its reader now is. A full page load leaves the focus alone.
 */
export function PageHeading({ title, children, className = 'headline text-title' }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title === 'Reverie' ? title : `${title} · Reverie`
  }, [title])
  useEffect(() => {
    if (!hasNavigated()) return
    const frame = requestAnimationFrame(() => {
      // Whoever placed the focus already (the wall, on the card that was open) keeps it.
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
