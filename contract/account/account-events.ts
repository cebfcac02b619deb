import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../fields.ts'
import { AccountEventKind } from './account.ts'

/** Maximum number of listed events, and of events marked as seen in one call. */
export const ACCOUNT_EVENTS_LISTED = 50

export const AccountEvent = z.object({
  id: Id,
  kind: AccountEventKind,
  /** The browser that made the change, the name of the passkey concerned, or an admin's reason for a deletion. */
  detail: z.nullable(z.string()),
  at: Timestamp,
  isSeen: z.boolean(),
})
export type AccountEvent = z.output<typeof AccountEvent>

export const listAccountEvents = endpoint({
  method: 'GET',
  path: '/api/account/events',
  access: 'account',
  summary: 'Changes to your account within a year, newest first, 50 at most.',
  response: z.object({ events: z.array(AccountEvent) }),
})

export const markAccountEventsSeen = endpoint({
  method: 'POST',
  path: '/api/account/events/seen',
  access: 'account',
  summary: 'Mark account events as seen. Events that were seen before or belong to another account are ignored.',
  body: z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(ACCOUNT_EVENTS_LISTED)) }),
  response: null,
})
