import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notification, NotificationPage, UnreadCount } from '../../../contract/notifications.ts'
import {
  getUnreadCount,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '../../../contract/notifications.ts'
import { call } from '../../api.ts'
import { showErrorToast } from '../../ui/toast.ts'

const POLL_MS = 30_000

export const unreadCountQuery = queryOptions({
  queryKey: ['/api/notifications/unread-count'],
  queryFn: ({ signal }) => call(getUnreadCount, {}, { signal }),
  refetchInterval: POLL_MS,
})

/** Newest first. Asked for anew whenever the panel opens, and while it is open. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['/api/notifications'],
  queryFn: ({ pageParam, signal }) => call(listNotifications, { query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: NotificationPage) => page.nextCursor ?? undefined,
  staleTime: 0,
  refetchInterval: POLL_MS,
})

/** The list begins with its first page again, or every poll would ask for all that somebody once scrolled through. */
export function forgetLaterPages(client: QueryClient): void {
  client.setQueryData<Pages>(
    notificationsQuery.queryKey,
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  )
}

/** Shown as read at once; taken back if the server does not agree. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Notification) => call(markNotificationRead, { params: { id } }),
    onMutate: ({ id }) => show(client, (notification) => notification.id === id),
    onError: (_error, _notification, before) => takeBack(client, before),
    onSuccess: () => askAgain(client),
  })
}

export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(markAllNotificationsRead),
    onMutate: () => show(client, () => true),
    onError: (_error, _none, before) => takeBack(client, before),
    onSuccess: () => askAgain(client),
  })
}

type Pages = InfiniteData<NotificationPage, string | undefined>

interface Before {
  list: Pages | undefined
  unread: UnreadCount | undefined
}

async function show(client: QueryClient, isRead: (notification: Notification) => boolean): Promise<Before> {
  // An answer that is under way would bring back what it was before.
  await client.cancelQueries({ queryKey: notificationsQuery.queryKey })
  await client.cancelQueries({ queryKey: unreadCountQuery.queryKey })
  const before = {
    list: client.getQueryData<Pages>(notificationsQuery.queryKey),
    unread: client.getQueryData(unreadCountQuery.queryKey),
  }
  let marked = 0
  const mark = (notification: Notification) => {
    if (notification.isRead || !isRead(notification)) return notification
    marked++
    return { ...notification, isRead: true }
  }
  client.setQueryData<Pages>(
    notificationsQuery.queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, notifications: page.notifications.map(mark) })),
      },
  )
  client.setQueryData(unreadCountQuery.queryKey, (unread) => unread && { count: Math.max(0, unread.count - marked) })
  return before
}

/** A list that was asked for while the server did not know yet has them unread. */
function askAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
}

function takeBack(client: QueryClient, before: Before | undefined): void {
  if (before) {
    client.setQueryData(notificationsQuery.queryKey, before.list)
    client.setQueryData(unreadCountQuery.queryKey, before.unread)
  }
  showErrorToast('Error', 'Your notifications could not be marked as read. Please try again.')
}
