import { notificationKinds, type Notification } from '../../../../contract/social/notifications.ts'

/** Whether this page knows the kind of notification. A page that was loaded before a server update skips new kinds. */
export function isKnown({ type }: Pick<Notification, 'type'>): boolean {
  return Object.hasOwn(notificationKinds, type)
}

type Labelled = Pick<Notification, 'type' | 'videosCount'>

/** Returns the actor's action, as the text after their name. */
export function deedOf(told: Labelled): string {
  return severalDeedOf(told) ?? notificationKinds[told.type].deed
}

/** Returns the action if the notification counts several videos. */
function severalDeedOf({ type, videosCount }: Labelled): string | undefined {
  const kind = notificationKinds[type]
  return 'severalDeed' in kind && videosCount !== null && videosCount > 1 ? kind.severalDeed(videosCount) : undefined
}

export function actorName({ actorDisplayName, actorUsername }: Notification): string {
  return actorDisplayName || actorUsername || 'Someone'
}

/** Returns the title of the video if the notification is about a single one. */
export function titleOf({ videoTitle, ...told }: Labelled & Pick<Notification, 'videoTitle'>): string | null {
  return severalDeedOf(told) === undefined ? videoTitle : null
}

/**
 * Returns the link of a notification: the actor's profile for follows and for several new videos, otherwise the video.
 */
export function targetOf({
  actorUsername,
  videoId,
  ...told
}: Labelled & Pick<Notification, 'actorUsername' | 'videoId'>): string | undefined {
  const leadsTo = severalDeedOf(told) ? 'actor' : notificationKinds[told.type].leadsTo
  if (leadsTo === 'video') return videoId === null ? undefined : `/video/${videoId}`
  return actorUsername === null ? undefined : `/profile/${actorUsername}`
}

/** Returns the number for the badge, `'99+'` above 99. */
export function badgeOf(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}
