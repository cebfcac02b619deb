import { Popover } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { closeOnEscape } from '../../../ui/dialogs/close-on-escape.ts'
import { NotificationPanel } from './notification-panel.tsx'

interface NotificationPopoverProps {
  bell: RefObject<HTMLButtonElement | null>
  userId: string
  hasUnread: boolean
  onClose: () => void
}

/**
 * The popover below the bell. Not a menu, because a menu may contain only menu items, while this has links, a button,
 * loading states and paging, all of which Tab must reach.
 */
export function NotificationPopover({ bell, userId, hasUnread, onClose }: NotificationPopoverProps) {
  const headerEnd = useRef({ getBoundingClientRect: () => lastControl(bell.current!).getBoundingClientRect() })
  const hasLeft = useRef(false)
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
            if (!hasLeft.current) bell.current?.focus()
          }}
          className="animate-rise z-40 flex max-h-[min(24rem,var(--radix-popover-content-available-height))] w-[min(24rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-card bg-surface-raised text-ink shadow-float outline-none"
        >
          <NotificationPanel userId={userId} hasUnread={hasUnread} onLeave={onClose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Returns the last control of the header, with which the popover aligns. Other controls follow the bell. */
function lastControl(bell: HTMLElement): Element {
  return bell.closest('header > div')?.lastElementChild ?? bell
}
