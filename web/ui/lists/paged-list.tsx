import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { NearEnd } from './near-end.tsx'
import { LoadFailure } from '../loading/load-failure.tsx'
import { PageSpinner } from '../loading/spinner.tsx'

type ListQuery = UseInfiniteQueryResult<{ pages: unknown[] }>

interface ShowMoreProps {
  query: ListQuery
  /** The items as a plural noun for the messages: 'comments'. */
  what: string
  /** Whether the next page also loads by itself when the viewer comes near the end. */
  loadsOnScroll?: boolean
}

interface PagedListProps extends ShowMoreProps {
  items: readonly unknown[]
  /** The placeholder for the first page. By default a spinner. */
  loading?: ReactNode
  /** Replaces an empty list. By default the children are shown. */
  empty?: ReactNode
  /** Whether the place is too small for a whole notice. */
  isCompact?: boolean
  /** The loaded items. The button for the next page follows them, unless a function places it. */
  children: ReactNode | ((more: ReactNode) => ReactNode)
}

/** A list with pages in all its states: loading, failed, empty, and loaded with a button for the next page. */
export function PagedList(props: PagedListProps) {
  const { items, loading = <PageSpinner />, empty, isCompact = false, children, ...rest } = props
  const { query, what } = rest
  if (query.isPending) return loading
  if (!query.data) {
    const retry = () => void query.refetch()
    if (isCompact) return <Line failure={`the ${what}`} onPress={retry} />
    return <LoadFailure what={`the ${what}`} onRetry={retry} />
  }
  if (items.length === 0 && !query.hasNextPage && empty !== undefined) return empty
  const more = <ShowMore {...rest} />
  if (typeof children === 'function') return children(more)
  return (
    <>
      {children}
      {more}
    </>
  )
}

/** The button that loads the next page of a list. After a failure, it shows a message and a button to retry. */
export function ShowMore({ query, what, loadsOnScroll = false }: ShowMoreProps) {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!hasNextPage) return null
  const load = () => void fetchNextPage()
  return (
    <>
      {loadsOnScroll && !isFetching && !isFetchNextPageError && <NearEnd key={data?.pages.length} onReached={load} />}
      <Line
        failure={isFetchNextPageError && !isFetchingNextPage && `more ${what}`}
        isPending={isFetchingNextPage}
        onPress={load}
      />
    </>
  )
}

interface LineProps {
  /** The content that could not be loaded, as the end of a sentence: 'more comments'. */
  failure: string | false
  isPending?: boolean
  onPress: () => void
}

function Line({ failure, isPending = false, onPress }: LineProps) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 p-4 text-center text-ink-muted">
      {failure && <p role="alert">We couldn’t load {failure}.</p>}
      <Button pending={isPending} onClick={onPress}>
        {failure ? 'Retry' : 'Show more'}
      </Button>
    </div>
  )
}
