import Play from 'lucide-react/icons/play'
import { Link } from 'wouter'
import type { Notification } from '../../../../contract/social/notifications.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { Avatar, initial } from '../../../ui/avatar.tsx'
import type { NamedComment } from '../comments/comment-list.tsx'
import { labelsOf } from './notification-labels.ts'

export function NotificationItem({ notification, onChoose }: { notification: Notification; onChoose: () => void }) {
  const { href } = labelsOf(notification)
  const { videoId, commentId } = notification
  const shape =
    'flex w-full flex-wrap items-center gap-3 rounded-control p-3 text-left transition-colors duration-150 hover:bg-surface ' +
    'focus-visible:-outline-offset-2'
  const content = <Content notification={notification} />
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={shape} onClick={onChoose}>
          {content}
        </button>
      ) : (
        <Link
          href={href}
          state={videoId && commentId && ({ videoId, commentId } satisfies NamedComment)}
          className={shape}
          onClick={onChoose}
        >
          {content}
        </Link>
      )}
    </li>
  )
}

function Content({ notification }: { notification: Notification }) {
  const { actorAvatarUrl, actorUsername, actorDisplayName, createdAt, isRead, videoId, videoThumbnailUrl } =
    notification
  const { deed, title } = labelsOf(notification)
  return (
    <>
      <Avatar src={actorAvatarUrl} fallback={initial(actorUsername, actorDisplayName)} />
      <span className="min-w-0 grow basis-36">
        <span className={isRead ? 'text-ink-muted' : ''}>
          <span dir="auto" className="inline-block max-w-full truncate align-bottom font-strong">
            {actorDisplayName || actorUsername || 'Someone'}
          </span>{' '}
          {deed}
        </span>{' '}
        <span className="flex gap-2 text-small text-ink-muted">
          {title !== null && (
            <span dir="auto" className="truncate">
              {title}
            </span>
          )}{' '}
          <RelativeTime iso={createdAt} className="shrink-0" />
        </span>
      </span>
      {videoId !== null && <Thumbnail src={videoThumbnailUrl} />}
      {/* Keeps its space once the notification has been read, so that the pictures stay in line. */}
      <span className={`size-2 shrink-0 rounded-full bg-accent ${isRead ? 'invisible' : ''}`}>
        {!isRead && <span className="sr-only">Unread</span>}
      </span>
    </>
  )
}

/**
 * The clip's poster, or a placeholder until the poster exists. The picture is decorative, because the title is next to
 * it.
 */
function Thumbnail({ src }: { src: string | null }) {
  const shape = 'size-12 shrink-0 rounded-control bg-surface'
  if (src !== null) return <img src={src} alt="" loading="lazy" decoding="async" className={`${shape} object-cover`} />
  return (
    <span aria-hidden="true" className={`${shape} grid place-items-center text-ink-muted`}>
      <Play className="size-4" />
    </span>
  )
}
