import {
  type AccountEvent,
  listAccountEvents,
  markAccountEventsSeen,
} from '../../../../contract/account/account-events.ts'
import { call } from '../../../net/api.ts'
import { propertyQuery } from '../../../net/endpoint-query.ts'
import { createSeenItems } from '../../../viewer/seen-items.ts'
import { freshPersonal } from '../../../viewer/viewer-cache.ts'

/** The signed-in user's account events, newest first. */
export const eventsQuery = propertyQuery(listAccountEvents, 'events', freshPersonal)

export const seenEvents = createSeenItems('account-events-seen', (events: AccountEvent[]) =>
  call(markAccountEventsSeen, { body: { ids: events.map(({ id }) => id) } }),
)
