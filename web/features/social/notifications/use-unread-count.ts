import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showUnreadCount, unreadCountQuery } from './notifications.queries.ts'
import { followUnreadCount } from './unread-stream.ts'

/** Returns the number of unread notifications, 0 while it loads. Also keeps an open list up to date. */
export function useUnreadCount(userId: string): number {
  const client = useQueryClient()
  const { data } = useQuery(unreadCountQuery(userId))
  useEffect(() => followUnreadCount(userId, (unread) => showUnreadCount(client, userId, unread)), [client, userId])
  return data?.count ?? 0
}
