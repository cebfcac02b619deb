import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { getSitePage, type SitePageName } from '../../../../contract/site/static-pages.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { NotArrived } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { followLink } from './follow-link.ts'
import './site-text.css'

/** A page with the operator's text: privacy, terms or contact. */
export function SitePage() {
  const { name } = useParams<{ name: SitePageName }>()
  const [, navigate] = useLocation()
  const { data: page, isError, refetch } = useQuery(endpointQuery(getSitePage, { params: { name } }))
  if (!page) return isError ? <NotArrived what="this page" page onRetry={() => void refetch()} /> : <PageSpinner />
  return (
    <article className="mx-auto max-w-3xl px-4 pt-10 pb-28 wrap-anywhere sm:px-8">
      <PageHeading title={page.title} className="headline text-display">
        {page.title}
      </PageHeading>
      {/* The server rendered it from Markdown. HTML in the text is not passed through, so no script can run. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- clicks bubble up from the links, which the keyboard reaches */}
      <div
        className="site-text"
        onClick={(event) => followLink(event, navigate)}
        dangerouslySetInnerHTML={{ __html: page.html }}
      />
    </article>
  )
}
