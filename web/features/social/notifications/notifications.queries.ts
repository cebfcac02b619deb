import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  getUnreadCount,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
  type NotificationPage,
  type UnreadCount,
} from '../../../../contract/social/notifications.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { firstPage, mapPages, pagedQuery, type Pages } from '../../../net/paged-query.ts'
import { callsOf } from '../../../net/query-keys.ts'
import { withoutMuted } from '../../../videos/video-list.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

const POLL_MS = 30_000

export const unreadCountQuery = (userId: string) =>
  endpointQuery(getUnreadCount, {}, { userId, meta: personal, refetchInterval: POLL_MS, isBackground: true })

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
export function removeLaterPages(client: QueryClient, userId: string): void {
  client.setQueryData<NotificationPages>(notificationsQuery(userId).queryKey, firstPage)
}

/**
 * Stores the unread count from the event stream, and refetches an open list unless the count fell. While notifications
 * are being marked as read, the count may be older than the marks on the screen. It is then read again afterwards.
 */
export function storeUnreadCount(client: QueryClient, userId: string, unread: UnreadCount): void {
  if (client.isMutating(marking)) return
  const { queryKey } = unreadCountQuery(userId)
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, unread)
  // An equal count is also a reason to refetch: an existing notification may now count more clips.
  if (before && unread.count >= before.count) void client.invalidateQueries(notificationsQuery(userId))
}

type NotificationPages = Pages<NotificationPage>

/** A filter for everything that shows whether notifications are read. */
const shown = callsOf(listNotifications, getUnreadCount)

/** A filter for the calls that mark notifications as read. */
export const marking = { mutationKey: ['mark-read'] }

/** Returns a mutation that marks one notification, or all of them, as read. Rolls back if the server refuses. */
export function useMarkRead(userId: string) {
  const client = useQueryClient()
  return useMutation({
    ...marking,
    mutationFn: (chosen: Notification | 'all') =>
      chosen === 'all' ? call(markAllNotificationsRead) : call(markNotificationRead, { params: { id: chosen.id } }),
    onMutate: async (chosen) => {
      // A pending response would restore the previous state.
      await client.cancelQueries(shown)
      const before = client.getQueriesData(shown)
      patchAsRead(client, userId, chosen)
      return before
    },
    onError: (error, _chosen, before = []) => {
      for (const [queryKey, data] of before) client.setQueryData(queryKey, data)
      toastFailure('We couldn’t mark your notifications as read')(error)
    },
    // A response that was requested before the change shows the notifications as unread. After several changes, the last
    // one refetches.
    onSettled: () => {
      if (client.isMutating(marking) === 1) void client.invalidateQueries(shown)
    },
  })
}

function patchAsRead(client: QueryClient, userId: string, chosen: Notification | 'all'): void {
  let marked = 0
  const mark = (notification: Notification) => {
    if (notification.isRead || (chosen !== 'all' && notification.id !== chosen.id)) return notification
    marked++
    return { ...notification, isRead: true }
  }
  client.setQueryData<NotificationPages>(notificationsQuery(userId).queryKey, (list) =>
    mapPages(list, 'notifications', (notifications) => notifications.map(mark)),
  )
  client.setQueryData(
    unreadCountQuery(userId).queryKey,
    (unread) => unread && { count: Math.max(0, unread.count - marked) },
  )
}
