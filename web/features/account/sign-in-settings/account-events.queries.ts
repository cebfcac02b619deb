import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  type AccountEvent,
  listAccountEvents,
  markAccountEventsSeen,
} from '../../../../contract/account/account-events.ts'
import { call } from '../../../net/api.ts'
import { personal } from '../../../viewer/viewer-cache.ts'
import { ownUserQuery } from '../../../viewer/viewer.queries.ts'

/** What changed about the account of the person who is signed in, newest first. */
export const eventsQuery = queryOptions({
  queryKey: ['/api/account/events'],
  meta: personal,
  // Something may change at any time, elsewhere.
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(listAccountEvents, {}, { signal })).events,
})

/** What was read in one tab is no news in another. */
const seenInAnyTab = new BroadcastChannel('account-events-seen')

/** @returns What ends it. */
export function followSeenEvents(client: QueryClient): () => void {
  const follow = () => void client.invalidateQueries({ queryKey: ownUserQuery.queryKey })
  seenInAnyTab.addEventListener('message', follow)
  return () => seenInAnyTab.removeEventListener('message', follow)
}

/** Where that does not arrive they stay unread, and are marked the next time. */
export async function markEventsSeen(client: QueryClient, events: AccountEvent[]): Promise<void> {
  if (events.length === 0) return
  await call(markAccountEventsSeen, { body: { ids: events.map(({ id }) => id) } }).catch(() => undefined)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is of one origin.
  seenInAnyTab.postMessage('')
  await client.invalidateQueries({ queryKey: ownUserQuery.queryKey })
}
