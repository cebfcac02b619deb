import { notificationKinds, type Notification } from '../../../../contract/social/notifications.ts'

/** One of a newer server, of which a page that has been open since before knows nothing, is not listed. */
export function isKnown({ type }: Pick<Notification, 'type'>): boolean {
  return Object.hasOwn(notificationKinds, type)
}

type Told = Pick<Notification, 'type' | 'videosCount'>

/** What the actor did, to go on after their name. */
export function deedOf(told: Told): string {
  return severalDeedOf(told) ?? notificationKinds[told.type].deed
}

/** Where it tells of more than one video, of which the newest is named. */
function severalDeedOf({ type, videosCount }: Told): string | undefined {
  const kind = notificationKinds[type]
  return 'severalDeed' in kind && videosCount !== null && videosCount > 1 ? kind.severalDeed(videosCount) : undefined
}

export function actorName({ actorDisplayName, actorUsername }: Notification): string {
  return actorDisplayName || actorUsername || 'Someone'
}

/** Of the one video that it is about. */
export function titleOf({ videoTitle, ...told }: Told & Pick<Notification, 'videoTitle'>): string | null {
  return severalDeedOf(told) === undefined ? videoTitle : null
}

/** Where a notification leads: a follow, or several new videos, to the actor's profile, all else to the video. */
export function targetOf({
  actorUsername,
  videoId,
  ...told
}: Told & Pick<Notification, 'actorUsername' | 'videoId'>): string | undefined {
  const leadsTo = severalDeedOf(told) ? 'actor' : notificationKinds[told.type].leadsTo
  if (leadsTo === 'video') return videoId === null ? undefined : `/video/${videoId}`
  return actorUsername === null ? undefined : `/profile/${actorUsername}`
}

/** `'99+'` above 99. */
export function badgeOf(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}
