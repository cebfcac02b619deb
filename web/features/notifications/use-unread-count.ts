import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationsQuery, unreadCountQuery } from './notifications.queries.ts'
import { followUnreadCount } from './unread-stream.ts'

/** How many the person has not read; 0 while it is not known. Also keeps an open list up with it. */
export function useUnreadCount(userId: string): number {
  const client = useQueryClient()
  const { data } = useQuery(unreadCountQuery)
  useEffect(
    () =>
      followUnreadCount(userId, (unread) => {
        const before = client.getQueryData(unreadCountQuery.queryKey)
        client.setQueryData(unreadCountQuery.queryKey, unread)
        if (before && unread.count > before.count)
          void client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
      }),
    [client, userId],
  )
  return data?.count ?? 0
}
