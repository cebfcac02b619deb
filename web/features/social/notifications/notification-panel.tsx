import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { itemsOf } from '../../../net/paged-lists.ts'
import { Button } from '../../../ui/button.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
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
  const query = useInfiniteQuery(notificationsQuery(userId))
  const markRead = useMarkRead(userId)
  const notifications = itemsOf(query.data, 'notifications').filter(isKnown)
  return (
    <PagedList
      query={query}
      what="notifications"
      items={notifications}
      loading={<Skeleton />}
      empty={<p className="px-4 py-10 text-center text-ink-muted">No notifications yet</p>}
      isCompact
      loadsOnScroll
    >
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
    </PagedList>
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
