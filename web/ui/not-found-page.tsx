import { Link } from 'wouter'
import { buttonClass } from './button.tsx'
import { Notice } from './notice.tsx'
import { PageHeading } from './page-heading.tsx'

export function NotFoundPage() {
  return (
    <Notice
      heading={
        <PageHeading title="Page not found" className="headline text-display">
          404 Page Not Found
        </PageHeading>
      }
      sentence="Did you forget to add the page to the router?"
    >
      <Link href="/" className={buttonClass('quiet')}>
        Back to Feed
      </Link>
    </Notice>
  )
}
