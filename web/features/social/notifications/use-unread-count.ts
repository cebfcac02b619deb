import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showUnreadCount, unreadCountQuery } from './notifications.queries.ts'
import { followUnreadCount } from './unread-stream.ts'

/** How many the person has not read; 0 while it is not known. Also keeps an open list up with it. */
export function useUnreadCount(userId: string): number {
  const client = useQueryClient()
  const { data } = useQuery(unreadCountQuery(userId))
  useEffect(() => followUnreadCount(userId, (unread) => showUnreadCount(client, userId, unread)), [client, userId])
  return data?.count ?? 0
}
