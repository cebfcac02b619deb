import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { marking, notificationsQuery, storeUnreadCount, unreadCountQuery } from './notifications.queries.ts'

/** Whether the list is refetched when the count changes from `before` to `count`. */
function isRefetched(before: number, count: number): boolean {
  const client = new QueryClient()
  const { queryKey } = notificationsQuery('ada')
  client.setQueryData(queryKey, { pages: [{ notifications: [], nextCursor: null }], pageParams: [undefined] })
  client.setQueryData(unreadCountQuery('ada').queryKey, { count: before })
  storeUnreadCount(client, 'ada', { count })
  expect(client.getQueryData(unreadCountQuery('ada').queryKey)).toEqual({ count })
  return client.getQueryState(queryKey)!.isInvalidated
}

test('an open list is refetched unless the count falls', () => {
  expect(isRefetched(1, 2)).toBe(true)
  expect(isRefetched(1, 1)).toBe(true)
  expect(isRefetched(1, 0)).toBe(false)
})

test('the count stays while notifications are being marked as read', () => {
  const client = new QueryClient()
  const { queryKey } = unreadCountQuery('ada')
  client.setQueryData(queryKey, { count: 2 })
  const pending = { ...marking, mutationFn: () => new Promise<void>(() => {}) }
  void client.getMutationCache().build(client, pending).execute(undefined)
  storeUnreadCount(client, 'ada', { count: 3 })
  expect(client.getQueryData(queryKey)).toEqual({ count: 2 })
})
