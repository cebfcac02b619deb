import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type RefObject, useRef } from 'react'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { countOf } from '../../../format/count.ts'
import { focusHeading, isFocusLostOrIn } from '../../../page/focus.ts'
import { hasNavigated } from '../../../page/navigation.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { countNewer, newestPageQuery } from '../../../videos/newer-videos.ts'
import { feedQuery } from '../../../videos/video.queries.ts'

/**
 * Announces new videos and shows them on request, because the feed never inserts clips by itself. The pill lies over
 * the top of the wall, below the tabs. It sticks below the header while the viewer scrolls.
 */
export function NewVideosPill({ feed }: { feed: InfiniteData<VideoPage> }) {
  const { data: newest } = useQuery({
    ...newestPageQuery,
    // On a full page load the feed has just been fetched, so its first page is the newest one.
    ...(feed.pages[0] && { initialData: feed.pages[0] }),
    refetchOnMount: () => (hasNavigated() ? 'always' : true),
  })
  const container = useRef<HTMLDivElement>(null)
  const load = useLoadNewest(container)
  const { count, more } = newest ? countNewer(feed, newest) : { count: 0, more: false }
  return (
    <div ref={container} role="status" className="pointer-events-none sticky top-24 z-20 flex h-0 justify-center px-4">
      {count > 0 && (
        <Button
          variant="primary"
          pending={load.isPending}
          data-lowers-toasts
          className="pointer-events-auto under-toast:hidden! -mt-2.5 animate-rise shadow-float"
          onClick={() => load.mutate()}
        >
          <ArrowUp className="size-4" strokeWidth={2.5} />
          {countOf(count, 'new video', { hasMore: more })}
        </Button>
      )}
    </div>
  )
}

/** @param container An element of the feed, which is gone if the viewer has left the feed. */
function useLoadNewest(container: RefObject<HTMLElement | null>) {
  const client = useQueryClient()
  return useAction({
    mutationFn: () => client.fetchQuery({ ...newestPageQuery, staleTime: 0 }),
    onSuccess: async (page) => {
      if (container.current) scrollTo({ top: 0, behavior: 'instant' })
      // A next page that arrives now would bring the old pages back.
      await client.cancelQueries(feedQuery)
      client.setQueryData(feedQuery.queryKey, { pages: [page], pageParams: [undefined] })
      // The focused pill is about to be removed. A control that the viewer has reached meanwhile keeps the focus.
      if (container.current && isFocusLostOrIn(container.current)) focusHeading()
    },
    onError: () => showErrorToast('We couldn’t load the new videos', 'Check your connection and try again.'),
  })
}
