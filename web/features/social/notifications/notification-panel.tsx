import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { NearEnd } from '../../../ui/near-end.tsx'
import { NotificationItem } from './notification-item.tsx'
import { isKnown } from './notification-labels.ts'
import { forgetLaterPages, notificationsQuery, useMarkAllRead, useMarkRead } from './notifications.queries.ts'

interface NotificationPanelProps {
  userId: string
  hasUnread: boolean
  onLeave: () => void
}

export function NotificationPanel({ userId, hasUnread, onLeave }: NotificationPanelProps) {
  const client = useQueryClient()
  const markAllRead = useMarkAllRead(userId)
  useEffect(() => () => forgetLaterPages(client, userId), [client, userId])
  return (
    <>
      <div className="flex min-h-14 shrink-0 items-center justify-between gap-4 pr-2 pl-5">
        <h2 className="font-strong">Notifications</h2>
        {hasUnread && (
          <Button variant="ghost" className="px-3 text-small" onClick={() => markAllRead.mutate()}>
            Mark all as read
          </Button>
        )}
      </div>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-2 pb-2">
        <List userId={userId} onLeave={onLeave} />
      </div>
    </>
  )
}

function List({ userId, onLeave }: Omit<NotificationPanelProps, 'hasUnread'>) {
  const { data, isPending, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    notificationsQuery(userId),
  )
  const markRead = useMarkRead(userId)
  if (isPending) return <Skeleton />
  if (!data) return <Word text="We couldn’t load your notifications." onRetry={() => void refetch()} />
  // A notification can be on two pages if a newer one arrived between their requests.
  const notifications = [
    ...new Map(data.pages.flatMap((page) => page.notifications.filter(isKnown)).map((one) => [one.id, one])).values(),
  ]
  if (notifications.length === 0) return <Word text="No notifications yet" />
  return (
    <>
      <ul>
        {notifications.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            onChoose={() => {
              if (!notification.isRead) markRead.mutate(notification)
              onLeave()
            }}
          />
        ))}
      </ul>
      {isFetchNextPageError && (
        <Word text="We couldn’t load earlier notifications." onRetry={() => void fetchNextPage()} />
      )}
      {hasNextPage && !isFetching && !isFetchNextPageError && (
        <NearEnd key={data.pages.length} onReached={() => void fetchNextPage()} />
      )}
    </>
  )
}

/** A sentence in place of the list: empty, or failed to load. */
function Word({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div
      role={onRetry && 'alert'}
      className="grid min-h-28 place-items-center content-center gap-3 p-4 text-center text-ink-muted"
    >
      {text}
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
    </div>
  )
}

function Skeleton() {
  return (
    <ul role="status" aria-label="Loading notifications">
      {[0, 1, 2, 3].map((row) => (
        <li key={row} className="animate-shimmer flex items-center gap-3 p-3">
          <span className="size-8 rounded-full bg-line" />
          <span className="h-4 w-3/5 rounded-control bg-line" />
        </li>
      ))}
    </ul>
  )
}
