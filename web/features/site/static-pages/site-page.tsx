import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { getSitePage, type SitePageName } from '../../../../contract/site/static-pages.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { SiteText } from '../../../ui/site-text/site-text.tsx'

/** A page with the operator's text: privacy, terms or contact. */
export function SitePage() {
  const { name } = useParams<{ name: SitePageName }>()
  const query = useQuery(endpointQuery(getSitePage, { params: { name } }))
  return (
    <QueryContent query={query} what="this page" page>
      {({ title, html }) => (
        <article className="mx-auto max-w-3xl px-4 pt-10 pb-28 wrap-anywhere sm:px-8">
          <PageHeading title={title} className="headline text-display" />
          <SiteText html={html} />
        </article>
      )}
    </QueryContent>
  )
}
