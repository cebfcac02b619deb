import { site } from '../page/site.ts'
import { ButtonLink } from './button.tsx'
import { Notice } from './notice.tsx'

export function NotFoundPage() {
  return (
    <Notice title="Page not found" heading={site.notFoundHeading} sentence={site.notFoundText}>
      <ButtonLink href="/">Back to Feed</ButtonLink>
    </Notice>
  )
}
