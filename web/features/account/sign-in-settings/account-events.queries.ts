import type { QueryClient } from '@tanstack/react-query'
import {
  type AccountEvent,
  listAccountEvents,
  markAccountEventsSeen,
} from '../../../../contract/account/account-events.ts'
import { call } from '../../../net/api.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { personal } from '../../../viewer/viewer-cache.ts'
import { ownUserQuery } from '../../../viewer/viewer.queries.ts'

/** The signed-in user's account events, newest first. */
export const eventsQuery = endpointQuery(
  listAccountEvents,
  {},
  {
    meta: personal,
    // Other devices can add events at any time.
    staleTime: 0,
    read: async (reply) => (await reply).events,
  },
)

/** Synchronises seen events between tabs. */
const seenInAnyTab = new BroadcastChannel('account-events-seen')

/**
 * Refetches the signed-in user when another tab has marked events as seen.
 *
 * @returns A function that unsubscribes.
 */
export function followSeenEvents(client: QueryClient): () => void {
  const follow = () => void client.invalidateQueries({ queryKey: ownUserQuery.queryKey })
  seenInAnyTab.addEventListener('message', follow)
  return () => seenInAnyTab.removeEventListener('message', follow)
}

/** Marks account events as seen. If the call fails, they stay unseen and are marked on the next visit. */
export async function markEventsSeen(client: QueryClient, events: AccountEvent[]): Promise<void> {
  if (events.length === 0) return
  await call(markAccountEventsSeen, { body: { ids: events.map(({ id }) => id) } }).catch(() => undefined)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel stays within its origin.
  seenInAnyTab.postMessage('')
  await client.invalidateQueries({ queryKey: ownUserQuery.queryKey })
}
