import Bell from 'lucide-react/icons/bell'
import { Popover } from 'radix-ui'
import { useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { badgeOf } from './notification-labels.ts'
import { NotificationPanel } from './notification-panel.tsx'
import { useUnreadCount } from './use-unread-count.ts'

/**
 * The bell in the header, and what opens below it. A popover and not a menu: besides the links it has a button, states
 * and an end that goes on, all of which Tab must reach, and a menu may hold nothing but its items.
 */
export function NotificationBell({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnreadCount(userId)
  const bell = useRef<HTMLButtonElement>(null)
  const headerEnd = useRef({ getBoundingClientRect: () => lastControl(bell.current!).getBoundingClientRect() })
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={headerEnd} />
      <Popover.Trigger asChild>
        <IconButton
          ref={bell}
          label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          className="relative"
        >
          <Bell aria-hidden="true" className="size-5" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-0.5 left-1/2 min-w-5 rounded-full bg-accent px-1.5 text-small leading-5 whitespace-nowrap text-on-accent tabular-nums"
            >
              {badgeOf(unread)}
            </span>
          )}
        </IconButton>
      </Popover.Trigger>
      <span role="status" className="sr-only">
        {unread > 0 && `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`}
      </span>
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="animate-rise z-40 flex max-h-[min(24rem,var(--radix-popover-content-available-height))] w-[min(24rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-card bg-surface text-ink shadow-float outline-none"
        >
          <NotificationPanel userId={userId} hasUnread={unread > 0} onLeave={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The panel ends where the header's row does, not below the bell, which has controls beside it. */
function lastControl(bell: HTMLElement): Element {
  return bell.closest('header > div')?.lastElementChild ?? bell
}
