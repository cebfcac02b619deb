import { Button } from './button.tsx'

/** The part of `useInfiniteQuery`'s result that loads the next page. */
export interface ShowMoreQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

interface ShowMoreProps {
  query: ShowMoreQuery
  /** Plural noun for the failure: 'comments'. */
  what?: string
  label?: string
  className?: string
}

/** The button below a list that loads its next page. If that failed, it says so and offers another try. */
export function ShowMore({ query, what = 'of this list', label = 'Show more', className = '' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!hasNextPage) return null
  const hasFailed = isFetchNextPageError && !isFetchingNextPage
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${className}`}>
      {hasFailed && (
        <p role="alert" className="text-ink-muted">
          We couldn’t load more {what}.
        </p>
      )}
      <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {hasFailed ? 'Retry' : label}
      </Button>
    </div>
  )
}
