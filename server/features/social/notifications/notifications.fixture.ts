import { onTestFinished } from 'vitest'
import type { Notification, NotificationPage, UnreadCount } from '../../../../contract/social/notifications.ts'
import type { Caller, TestApp } from '../../../test/test-app.ts'
import { NOTIFICATIONS_CHANGED } from './notify.ts'

export async function listNotifications({ caller }: { caller: Caller }, query = ''): Promise<Notification[]> {
  return (await caller.get(`/api/notifications${query}`)).json<NotificationPage>().notifications
}

export async function unread({ caller }: { caller: Caller }): Promise<number> {
  return (await caller.get('/api/notifications/unread-count')).json<UnreadCount>().count
}

/** Records the ids of the users whose unread count may have changed, from now until the end of the test. */
export function recordChanges({ deps }: TestApp): string[] {
  const changed: string[] = []
  onTestFinished(deps.signals.on(NOTIFICATIONS_CHANGED, (userId) => changed.push(userId)))
  return changed
}
