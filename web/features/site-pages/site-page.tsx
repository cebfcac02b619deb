import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { getSitePage, type SitePageName } from '../../../contract/site-pages.ts'
import { call } from '../../net/api.ts'
import { NotArrived } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'

const text =
  'mt-8 flex flex-col gap-5 text-ink-muted [&_a]:text-accent-ink [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_h2]:mt-5 [&_h2]:headline [&_h2]:text-title [&_h2]:text-ink [&_h3]:font-strong [&_h3]:text-ink [&_li]:mt-2 [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-x-auto [&_strong]:font-strong [&_strong]:text-ink [&_table]:block [&_table]:overflow-x-auto [&_td]:pr-6 [&_th]:pr-6 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-5'

/** A page whose text is the operator's: privacy, terms or contact. */
export function SitePage() {
  const { name } = useParams<{ name: SitePageName }>()
  const {
    data: page,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['/api/site-pages', name],
    queryFn: ({ signal }) => call(getSitePage, { params: { name } }, { signal }),
  })
  if (!page) return isError ? <NotArrived what="this page" page onRetry={() => void refetch()} /> : <PageSpinner />
  return (
    <article className="mx-auto max-w-3xl px-4 pt-10 pb-28 wrap-anywhere sm:px-8 sm:pt-20">
      <PageHeading title={page.title} className="headline text-display">
        {page.title}
      </PageHeading>
      {/* The server made it of Markdown: no HTML of the text is in it, and no script could run. */}
      <div className={text} dangerouslySetInnerHTML={{ __html: page.html }} />
    </article>
  )
}
