import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { notificationsQuery, showUnreadCount, unreadCountQuery } from './notifications.queries.ts'

/** @returns Whether the list is asked for anew when the count goes from one to the other. */
function isAskedAnew(before: number, count: number): boolean {
  const client = new QueryClient()
  const { queryKey } = notificationsQuery('ada')
  client.setQueryData(queryKey, { pages: [{ notifications: [], nextCursor: null }], pageParams: [undefined] })
  client.setQueryData(unreadCountQuery('ada').queryKey, { count: before })
  showUnreadCount(client, 'ada', { count })
  expect(client.getQueryData(unreadCountQuery('ada').queryKey)).toEqual({ count })
  return client.getQueryState(queryKey)!.isInvalidated
}

test('an open list follows a count that grows, and one that stays: what is listed may tell of more clips', () => {
  expect(isAskedAnew(1, 2)).toBe(true)
  expect(isAskedAnew(1, 1)).toBe(true)
  expect(isAskedAnew(1, 0)).toBe(false)
})
