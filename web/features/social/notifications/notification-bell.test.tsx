import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { Route, Router } from 'wouter'
import {
  getUnreadCount,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
  UNREAD_MAX,
} from '../../../../contract/social/notifications.ts'
import { listComments } from '../../../../contract/social/comments.ts'
import { getVideo } from '../../../../contract/videos/videos.ts'
import { queryClient } from '../../../net/query-client.ts'
import { aroundNavigation } from '../../../page/navigation.ts'
import { showToast } from '../../../page/toast.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildVideo } from '../../../test/build.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { videoQuery } from '../../../videos/video.queries.ts'
import { commentsQuery } from '../comments/comments.queries.ts'
import { NotificationBell } from './notification-bell.tsx'

afterEach(() => {
  vi.useRealTimers()
})

function buildNotification(changed: Partial<Notification> = {}): Notification {
  return {
    id: 'n1',
    userId: 'viewer',
    actorId: 'person',
    type: 'follow',
    videoId: null,
    videoTitle: null,
    videoThumbnailUrl: null,
    videosCount: null,
    commentId: null,
    isRead: false,
    createdAt: new Date().toISOString(),
    actorUsername: 'ada',
    actorDisplayName: 'Ada',
    actorAvatarUrl: null,
    ...changed,
  }
}

const bell = () => screen.getByRole('button', { name: /^Notifications/, hidden: true })
const unread = async () => screen.findAllByText('Unread')
const mark = () => screen.getByRole('button', { name: 'Mark all as read' })

async function openPanel(count: number, notifications = [buildNotification()]) {
  answer(getUnreadCount, { count })
  answer(listNotifications, { notifications, nextCursor: null })
  const user = renderScreen(<NotificationBell userId="viewer" />)
  if (count > 0) await screen.findByText(String(count))
  await user.click(bell())
  await screen.findByRole('dialog', { name: 'Notifications' })
  return user
}

test('the number of unread notifications is requested every 30 seconds', async () => {
  vi.useFakeTimers()
  const counts = [99, 100, 100]
  const requests = answer(getUnreadCount, () => ({ count: counts.shift() ?? 0 }))
  renderScreen(<NotificationBell userId="viewer" />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(bell().textContent).toBe('99')
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(requests).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(bell().textContent).toBe('99+')
  expect(bell().getAttribute('aria-label')).toBe('Notifications, 100 unread')
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(requests).toHaveLength(3)
})

test('a number of unread notifications that the server does not count further is marked', async () => {
  answer(getUnreadCount, { count: UNREAD_MAX })
  renderScreen(<NotificationBell userId="viewer" />)
  await waitFor(() => expect(bell().getAttribute('aria-label')).toBe('Notifications, 1,000+ unread'))
  expect(screen.getByText('1,000+ unread notifications')).toBeTruthy()
})

test('without notifications there is nothing to mark as read', async () => {
  await openPanel(0, [])
  expect(await screen.findByText('No notifications yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('Escape closes the panel even while a toast is shown', async () => {
  const user = await openPanel(1)
  act(() => showToast('Saved'))
  expect(await screen.findByText('Saved')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(bell())
})

test('notifications that could not be marked as read are unread again', async () => {
  const asked = Promise.withResolvers<never>()
  answer(markAllNotificationsRead, () => asked.promise)
  const user = await openPanel(1)
  await unread()
  await user.click(mark())
  await waitFor(() => expect(screen.queryByText('Unread')).toBeNull())
  expect(bell().textContent).toBe('')
  asked.reject(new TypeError('Failed to fetch'))
  expect(await screen.findByText(/^We couldn’t mark your notifications as read/)).toBeTruthy()
  expect(await unread()).toHaveLength(1)
  expect(bell().textContent).toBe('1')
})

test('marking all notifications as read keeps the focus in their panel', async () => {
  answer(markAllNotificationsRead, undefined)
  const user = await openPanel(1)
  await unread()
  mark().focus()
  answer(getUnreadCount, { count: 0 })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Notifications' }))
})

test('a chosen notification counts as read at once, unless the server refuses', async () => {
  refuse(markNotificationRead, 500)
  const user = await openPanel(1)
  await user.click(await screen.findByRole('link', { name: /started following you/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByText(/^We couldn’t mark your notifications as read/)).toBeTruthy()
  expect(bell().textContent).toBe('1')
})

test('the heading of the page that a notification leads to takes the focus', async () => {
  answer(listNotifications, { notifications: [buildNotification({ isRead: true })], nextCursor: null })
  answer(getUnreadCount, { count: 0 })
  const user = renderScreen(
    <Router aroundNav={aroundNavigation}>
      <NotificationBell userId="viewer" />
      <Route path="/profile/:username">
        <PageHeading title="Ada" />
      </Route>
    </Router>,
  )
  await user.click(bell())
  await user.click(await screen.findByRole('link', { name: /started following you/ }))
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { name: 'Ada' }))
})

test('a notification about a comment shows the comment, also on the page of the clip', async () => {
  const video = buildVideo({ id: 'v1' })
  const videos = answer(getVideo, video)
  const comments = answer(listComments, { comments: [], nextCursor: null })
  const about = { type: 'comment', videoId: 'v1', videoTitle: 'Dunes', commentId: 'c1' } as const
  for (const query of [videoQuery('v1'), commentsQuery('v1')]) {
    const observer =
      'initialPageParam' in query
        ? new InfiniteQueryObserver(queryClient, query)
        : new QueryObserver(queryClient, query)
    onTestFinished(observer.subscribe(() => undefined))
  }
  await waitFor(() => expect([videos.length, comments.length]).toEqual([1, 1]))
  const user = await openPanel(0, [buildNotification({ ...about, isRead: true })])
  await user.click(await screen.findByRole('link', { name: /commented on/ }))
  await waitFor(() => expect([videos.length, comments.length]).toEqual([2, 2]))
})

test('several new clips of a person cause one notification that links to the profile', async () => {
  const one = { type: 'publish', videoId: 'v1', videoTitle: 'Dawn' } as const
  await openPanel(
    2,
    [1, 2].map((videosCount) => buildNotification({ ...one, id: `${videosCount}`, videosCount })),
  )
  await screen.findAllByRole('listitem')
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/video/v1', '/profile/ada'])
  expect(links[0]!.textContent).toMatch(/Ada published a new clip.*Dawn/)
  expect(links[1]!.textContent).toMatch(/Ada published 2 new clips(?!.*Dawn)/)
})
