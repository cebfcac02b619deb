import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { PageSpinner } from './spinner.tsx'

interface QueryContentProps<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown }
  /** The name of the content as the end of a sentence: 'the evidence'. */
  what: string
  /** Whether the content is a whole page. The message about a failure then contains the page's heading. */
  page?: boolean
  /** The placeholder. By default a spinner. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders the data of a query, or that it is loading or has failed. */
export function QueryContent<Data>(props: QueryContentProps<Data>) {
  const { query, what, page = false, loading = <PageSpinner />, children } = props
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <LoadFailure what={what} page={page} onRetry={() => void query.refetch()} /> : loading
}
