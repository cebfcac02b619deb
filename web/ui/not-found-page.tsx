import type { ReactNode } from 'react'
import { site } from '../page/site.ts'
import { Notice } from './notice.tsx'

/** The page for unknown addresses. @param props.children Further buttons. */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  return (
    <Notice
      title="Page not found"
      heading={site.notFoundHeading}
      sentence={site.notFoundText}
      link={['/', 'Back to Feed']}
    >
      {children}
    </Notice>
  )
}
