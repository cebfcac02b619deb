import { Link } from 'wouter'
import { buttonClass } from './button.tsx'
import { Notice } from './notice.tsx'

export function NotFoundPage() {
  return (
    <Notice
      title="Page not found"
      heading="404 Page Not Found"
      sentence="Did you forget to add the page to the router?"
    >
      <Link href="/" className={buttonClass('quiet')}>
        Back to Feed
      </Link>
    </Notice>
  )
}
