import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, NextCursor, pageQuery, Timestamp } from '../fields.ts'

interface Kind {
  /** The action, as text that follows the actor's name. */
  deed: string
  /** The action, if one notification covers several videos. It then links to the actor. */
  severalDeed?: (videosCount: number) => string
  /** The target of the notification's link. */
  leadsTo: 'video' | 'actor'
  /** Whether an unread notification is removed when the actor undoes the action. */
  isTakenBack: boolean
}

/** Each kind of notification. A new kind needs an entry here and a value in the table's check constraint. */
export const notificationKinds = {
  comment: { deed: 'commented on your video', leadsTo: 'video', isTakenBack: false },
  like: { deed: 'liked your video', leadsTo: 'video', isTakenBack: true },
  follow: { deed: 'started following you', leadsTo: 'actor', isTakenBack: true },
  publish: {
    deed: 'published a new clip',
    severalDeed: (videosCount) => `published ${videosCount} new clips`,
    leadsTo: 'video',
    isTakenBack: false,
  },
  remix: { deed: 'remixed your video', leadsTo: 'video', isTakenBack: false },
  repost: { deed: 'published the same video as yours', leadsTo: 'video', isTakenBack: false },
} as const satisfies Record<string, Kind>

export type NotificationType = keyof typeof notificationKinds
const notificationTypes = Object.keys(notificationKinds) as NotificationType[]

/**
 * An action that concerns the recipient. The fields of the video are null for a follow; for a `remix` they describe the
 * remix. `publish`: a person whom the recipient follows has published. There is one such notification per person and
 * day (in UTC). It names the newest clip of that day, and `videosCount` is that day's number of clips. For all other
 * kinds, `videosCount` is null.
 */
export const Notification = z.object({
  id: Id,
  userId: Id,
  actorId: Id,
  type: z.enum(notificationTypes),
  videoId: z.nullable(Id),
  videoTitle: z.nullable(z.string()),
  /** Null until the thumbnail exists. */
  videoThumbnailUrl: z.nullable(z.string()),
  videosCount: z.nullable(Count),
  commentId: z.nullable(Id),
  isRead: z.boolean(),
  createdAt: Timestamp,
  actorUsername: z.nullable(z.string()),
  actorDisplayName: z.string(),
  actorAvatarUrl: z.nullable(z.string()),
})
export type Notification = z.output<typeof Notification>

export const NotificationPage = z.object({ notifications: z.array(Notification), nextCursor: NextCursor })
export type NotificationPage = z.output<typeof NotificationPage>

/** Maximum number of unread notifications that are counted. The count is made after every change. */
export const UNREAD_MAX = 1_000

export const UnreadCount = z.object({ count: Count.check(z.maximum(UNREAD_MAX)) })
export type UnreadCount = z.output<typeof UnreadCount>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'account',
  summary: "The viewer's notifications, newest first.",
  query: pageQuery(50),
  response: NotificationPage,
})

export const getUnreadCount = endpoint({
  method: 'GET',
  path: '/api/notifications/unread-count',
  access: 'account',
  summary: 'The number of unread notifications, 1,000 at most.',
  response: UnreadCount,
})

/**
 * Sends an event `unread-count`, with `UnreadCount` as its data, immediately and after every change. Clients should
 * poll as well, because a proxy may delay events.
 */
export const streamNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/stream',
  access: 'account',
  summary:
    'Server-sent events: `unread-count`, at once and on every change. The data is the reply of `getUnreadCount`.',
  response: z.string(),
  contentType: 'text/event-stream',
})

export const markNotificationRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/:id/read',
  access: 'account',
  summary: 'Mark a notification as read.',
  params: IdParams,
  response: null,
  errors: ['NOT_FOUND'],
})

export const markAllNotificationsRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/read-all',
  access: 'account',
  summary: 'Mark all notifications as read.',
  response: null,
})
