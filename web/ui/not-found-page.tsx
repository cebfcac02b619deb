import { site } from '../page/site.ts'
import { Notice } from './notice.tsx'

export function NotFoundPage() {
  return (
    <Notice
      title="Page not found"
      heading={site.notFoundHeading}
      sentence={site.notFoundText}
      link={['/', 'Back to Feed']}
    />
  )
}
