import { notificationKinds, type Notification } from '../../../contract/notifications.ts'

/** What the actor did, to go on after their name. */
export function deedOf({ type }: Pick<Notification, 'type'>): string {
  return notificationKinds[type].deed
}

export function actorName({ actorDisplayName, actorUsername }: Notification): string {
  return actorDisplayName || actorUsername || 'Someone'
}

/** Where a notification leads: a follow to the actor's profile, a like or a comment to the video. */
export function targetOf({
  type,
  actorUsername,
  videoId,
}: Pick<Notification, 'type' | 'actorUsername' | 'videoId'>): string | undefined {
  if (notificationKinds[type].leadsTo === 'video') return videoId === null ? undefined : `/video/${videoId}`
  return actorUsername === null ? undefined : `/profile/${actorUsername}`
}

/** `'99+'` above 99. */
export function badgeOf(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}
