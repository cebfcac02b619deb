import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Popover } from 'radix-ui'
import { type RefObject, useRef, useEffect } from 'react'
import type { Notification } from '../../../../contract/social/notifications.ts'
import { itemsOf } from '../../../net/paged-query.ts'
import { isFocusLost } from '../../../page/focus.ts'
import { currentPath } from '../../../page/navigation.ts'
import { Button } from '../../../ui/button.tsx'
import { closeOnEscape } from '../../../ui/dialogs/closing.ts'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { videoQuery } from '../../../videos/video.queries.ts'
import { commentsQuery } from '../comments/comments.queries.ts'
import { NotificationItem } from './notification-item.tsx'
import { isKnown } from './notification-labels.ts'
import { removeLaterPages, notificationsQuery, useMarkRead } from './notifications.queries.ts'

interface NotificationPopoverProps {
  bell: RefObject<HTMLButtonElement | null>
  userId: string
  hasUnread: boolean
  onClose: () => void
}

/**
 * The popover below the bell. It is not a menu, because a menu may contain only menu items. Here, Tab must reach links,
 * a button and paging.
 */
export function NotificationPopover({ bell, userId, hasUnread, onClose }: NotificationPopoverProps) {
  const headerEnd = useRef({ getBoundingClientRect: () => lastControl(bell.current!).getBoundingClientRect() })
  const hasLeft = useRef(false)
  const openedOn = useRef(currentPath())
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={headerEnd} />
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          onKeyDown={closeOnEscape(onClose)}
          onInteractOutside={(event) => {
            // The bell closes the popover when it is pressed. If this handler closed it first, the bell would open it
            // again.
            if (bell.current?.contains(event.target as Node)) event.preventDefault()
            else hasLeft.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // After a route change, the heading of the new page takes the focus. A comment of the same page already has it.
            if (!hasLeft.current && openedOn.current === currentPath() && isFocusLost()) bell.current?.focus()
          }}
          className="animate-rise z-40 flex max-h-[min(24rem,var(--radix-popover-content-available-height))] w-[min(24rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-card bg-surface-raised text-ink shadow-float outline-none"
        >
          <NotificationPanel userId={userId} hasUnread={hasUnread} onClose={onClose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Returns the last control of the header. The popover aligns with it. Other controls follow the bell. */
function lastControl(bell: HTMLElement): Element {
  return bell.closest('header > div')?.lastElementChild ?? bell
}

function NotificationPanel({ userId, hasUnread, onClose }: Omit<NotificationPopoverProps, 'bell'>) {
  const client = useQueryClient()
  const query = useInfiniteQuery(notificationsQuery(userId))
  const notifications = itemsOf(query.data, 'notifications').filter(isKnown)
  const markRead = useMarkRead(userId)
  useEffect(() => () => removeLaterPages(client, userId), [client, userId])
  const choose = (notification: Notification) => {
    const { videoId, isRead } = notification
    if (!isRead) markRead.mutate(notification)
    if (videoId !== null) {
      // If the link leads to the page that is open, the page does not load again.
      void client.invalidateQueries(videoQuery(videoId))
      void client.invalidateQueries(commentsQuery(videoId))
    }
    onClose()
  }
  return (
    <>
      <div className="flex min-h-14 shrink-0 flex-wrap items-center justify-between gap-x-4 pr-2 pl-5">
        <h2 className="font-strong">Notifications</h2>
        {hasUnread && (
          <Button
            variant="ghost"
            className="px-3 text-small"
            onClick={({ currentTarget }) => {
              // The button is about to be removed.
              currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()
              markRead.mutate('all')
            }}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-2 pb-2">
        <PagedList
          query={query}
          what="notifications"
          items={notifications}
          loading={<NotificationsSkeleton />}
          empty={<p className="px-4 py-10 text-center text-ink-muted">No notifications yet</p>}
          isCompact
          loadsOnScroll
        >
          <ul>
            {notifications.map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                onChoose={() => choose(notification)}
              />
            ))}
          </ul>
        </PagedList>
      </div>
    </>
  )
}

function NotificationsSkeleton() {
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
