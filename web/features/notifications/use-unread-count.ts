import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationsQuery, unreadCountQuery } from './notifications.queries.ts'
import { followUnreadCount } from './unread-stream.ts'

/** How many the person has not read; 0 while it is not known. Also keeps an open list up with it. */
export function useUnreadCount(userId: string): number {
  const client = useQueryClient()
  const { data } = useQuery(unreadCountQuery(userId))
  useEffect(
    () =>
      followUnreadCount(userId, (unread) => {
        const { queryKey } = unreadCountQuery(userId)
        const before = client.getQueryData(queryKey)
        client.setQueryData(queryKey, unread)
        if (before && unread.count > before.count)
          void client.invalidateQueries({ queryKey: notificationsQuery(userId).queryKey })
      }),
    [client, userId],
  )
  return data?.count ?? 0
}
