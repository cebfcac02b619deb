import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import { useRef, useState, useEffect } from 'react'
import { UNREAD_MAX } from '../../../../contract/social/notifications.ts'
import { countOf, formatCount } from '../../../format/count.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { marking, storeUnreadCount, unreadCountQuery } from './notifications.queries.ts'
import { followUnreadCount } from './unread-stream.ts'

/** Loaded on the first use of the bell, because its positioning library is larger than many pages. */
const NotificationPopover = lazyPart(() => import('./notification-popover.tsx'), 'NotificationPopover')

export function NotificationBell({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnreadCount(userId)
  const hasMore = unread >= UNREAD_MAX
  const bell = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        ref={bell}
        label={unread === 0 ? 'Notifications' : `Notifications, ${formatCount(unread, hasMore)} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="relative"
        onPointerEnter={NotificationPopover.preload}
        onClick={() => setOpen(!isOpen)}
      >
        <Bell className="size-5" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 left-1/2 min-w-5 rounded-full bg-accent px-1.5 text-small leading-5 whitespace-nowrap text-on-accent tabular-nums"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </IconButton>
      <span role="status" className="sr-only">
        {unread > 0 && countOf(unread, 'unread notification', { hasMore })}
      </span>
      {isOpen && <NotificationPopover bell={bell} userId={userId} hasUnread={unread > 0} onClose={close} />}
    </>
  )
}

/** Returns the number of unread notifications, 0 while it loads. Also keeps an open list up to date. */
function useUnreadCount(userId: string): number {
  const client = useQueryClient()
  const isMarking = useIsMutating(marking) > 0
  // A poll that is answered before the change would restore the former count.
  const { data } = useQuery({ ...unreadCountQuery(userId), ...(isMarking && { refetchInterval: false }) })
  useEffect(() => followUnreadCount(userId, (unread) => storeUnreadCount(client, userId, unread)), [client, userId])
  return data?.count ?? 0
}
