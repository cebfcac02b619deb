import { Link } from 'wouter'
import type { Notification } from '../../../contract/notifications.ts'
import { RelativeTime } from '../../format/relative-time.tsx'
import { Avatar, initial } from '../../ui/avatar.tsx'
import { actorName, deedOf, targetOf } from './notification-labels.ts'

interface NotificationItemProps {
  notification: Notification
  onChoose: () => void
}

export function NotificationItem({ notification, onChoose }: NotificationItemProps) {
  const target = targetOf(notification)
  const shape =
    'flex w-full items-center gap-3 rounded-control p-3 text-left transition-colors duration-150 hover:bg-surface-raised ' +
    'focus-visible:-outline-offset-2'
  const content = <Content notification={notification} />
  return (
    <li>
      {target === undefined ? (
        <button type="button" className={shape} onClick={onChoose}>
          {content}
        </button>
      ) : (
        <Link href={target} className={shape} onClick={onChoose}>
          {content}
        </Link>
      )}
    </li>
  )
}

function Content({ notification }: { notification: Notification }) {
  const { actorAvatarUrl, actorUsername, actorDisplayName, createdAt, isRead } = notification
  return (
    <>
      <Avatar src={actorAvatarUrl} fallback={initial(actorUsername, actorDisplayName)} />
      <span className="min-w-0 grow">
        <span className={isRead ? 'text-ink-muted' : ''}>
          <span className="inline-block max-w-full truncate align-bottom font-strong">{actorName(notification)}</span>{' '}
          {deedOf(notification)}
        </span>{' '}
        <RelativeTime iso={createdAt} className="block text-small text-ink-muted" />
      </span>
      {!isRead && (
        <span className="size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </>
  )
}
