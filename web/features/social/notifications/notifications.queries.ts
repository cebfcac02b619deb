import type { QueryClient } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notification, NotificationPage, UnreadCount } from '../../../../contract/social/notifications.ts'
import {
  getUnreadCount,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '../../../../contract/social/notifications.ts'
import { call } from '../../../net/api.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { firstPage, mapPages, type Pages } from '../../../net/paged-lists.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { withoutMuted } from '../../../videos/video-list.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

const POLL_MS = 30_000

export const unreadCountQuery = (userId: string) =>
  endpointQuery(getUnreadCount, {}, { userId, meta: personal, refetchInterval: POLL_MS })

/** The notifications, newest first. Refetched when the panel opens, and polled while it is open. */
export const notificationsQuery = (userId: string) =>
  pagedQuery(
    listNotifications,
    {},
    { userId, meta: { ...personal, ...withoutMuted }, staleTime: 0, refetchInterval: POLL_MS },
  )

/**
 * Drops all pages except the first. Otherwise every poll would refetch all pages that the user once scrolled through.
 */
export function forgetLaterPages(client: QueryClient, userId: string): void {
  client.setQueryData<NotificationPages>(notificationsQuery(userId).queryKey, firstPage)
}

/** Stores the unread count from the event stream, and refetches an open list unless the count fell. */
export function showUnreadCount(client: QueryClient, userId: string, unread: UnreadCount): void {
  const { list: listKey, unread: unreadKey } = keysOf(userId)
  const before = client.getQueryData(unreadKey)
  client.setQueryData(unreadKey, unread)
  // An equal count is also a reason to refetch: an existing notification may now count more clips.
  if (before && unread.count >= before.count) void client.invalidateQueries({ queryKey: listKey })
}

/** Marks a notification as read optimistically, and rolls back if the server refuses. */
export function useMarkRead(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Notification) => call(markNotificationRead, { params: { id } }),
    onMutate: ({ id }) => show(client, userId, (notification) => notification.id === id),
    onError: (_error, _notification, before) => takeBack(client, userId, before),
    onSuccess: () => refetch(client, userId),
  })
}

export function useMarkAllRead(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(markAllNotificationsRead),
    onMutate: () => show(client, userId, () => true),
    onError: (_error, _none, before) => takeBack(client, userId, before),
    onSuccess: () => refetch(client, userId),
  })
}

type NotificationPages = Pages<NotificationPage>

function keysOf(userId: string) {
  return { list: notificationsQuery(userId).queryKey, unread: unreadCountQuery(userId).queryKey }
}

interface Before {
  list: NotificationPages | undefined
  unread: UnreadCount | undefined
}

async function show(
  client: QueryClient,
  userId: string,
  isRead: (notification: Notification) => boolean,
): Promise<Before> {
  const { list: listKey, unread: unreadKey } = keysOf(userId)
  // A pending response would restore the previous state.
  await client.cancelQueries({ queryKey: listKey })
  await client.cancelQueries({ queryKey: unreadKey })
  const before = {
    list: client.getQueryData<NotificationPages>(listKey),
    unread: client.getQueryData(unreadKey),
  }
  let marked = 0
  const mark = (notification: Notification) => {
    if (notification.isRead || !isRead(notification)) return notification
    marked++
    return { ...notification, isRead: true }
  }
  client.setQueryData<NotificationPages>(listKey, (list) =>
    mapPages(list, 'notifications', (notifications) => notifications.map(mark)),
  )
  client.setQueryData(unreadKey, (unread) => unread && { count: Math.max(0, unread.count - marked) })
  return before
}

/** Refetches the list, because a response that was requested before the change shows the notifications as unread. */
function refetch(client: QueryClient, userId: string): void {
  void client.invalidateQueries({ queryKey: keysOf(userId).list })
}

function takeBack(client: QueryClient, userId: string, before: Before | undefined): void {
  if (before) {
    const { list, unread } = keysOf(userId)
    client.setQueryData(list, before.list)
    client.setQueryData(unread, before.unread)
  }
  showErrorToast('Error', 'We couldn’t mark your notifications as read. Please try again.')
}
