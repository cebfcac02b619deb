import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { getSitePage, type SitePageName } from '../../../../contract/site/static-pages.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { NotArrived, PageSpinner } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteText } from '../../../ui/site-text/site-text.tsx'

/** A page with the operator's text: privacy, terms or contact. */
export function SitePage() {
  const { name } = useParams<{ name: SitePageName }>()
  const { data: page, isError, refetch } = useQuery(endpointQuery(getSitePage, { params: { name } }))
  if (!page) return isError ? <NotArrived what="this page" page onRetry={() => void refetch()} /> : <PageSpinner />
  return (
    <article className="mx-auto max-w-3xl px-4 pt-10 pb-28 wrap-anywhere sm:px-8">
      <PageHeading title={page.title} className="headline text-display" />
      <SiteText html={page.html} />
    </article>
  )
}
