import type { ReactNode } from 'react'
import { NotArrived, PageSpinner } from './notice.tsx'

interface LoadedProps<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown }
  /** The name of the content as the end of a sentence: 'the evidence'. */
  what: string
  /** The placeholder. By default a spinner. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** A part of a page in all its states: loading, failed and loaded. */
export function Loaded<Data>({ query, what, loading = <PageSpinner />, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <NotArrived what={what} onRetry={() => void query.refetch()} /> : loading
}
