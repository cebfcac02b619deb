import { Link } from 'wouter'
import { site } from '../page/site.ts'
import { buttonClass } from './button.tsx'
import { Notice } from './notice.tsx'

export function NotFoundPage() {
  return (
    <Notice title="Page not found" heading={site.notFoundHeading} sentence={site.notFoundText}>
      <Link href="/" className={buttonClass('quiet')}>
        Back to Feed
      </Link>
    </Notice>
  )
}
