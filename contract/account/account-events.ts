import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../fields.ts'
import { AccountEventKind } from './account.ts'

/** How many events are listed, and may be marked as seen at once. */
export const ACCOUNT_EVENTS_LISTED = 50

export const AccountEvent = z.object({
  id: Id,
  kind: AccountEventKind,
  /** The browser, or the name of a passkey. */
  detail: z.nullable(z.string()),
  at: Timestamp,
  isSeen: z.boolean(),
})
export type AccountEvent = z.output<typeof AccountEvent>

export const listAccountEvents = endpoint({
  method: 'GET',
  path: '/api/account/events',
  summary: 'What changed about your own account within a year, the newest 50, newest first.',
  response: z.object({ events: z.array(AccountEvent) }),
  errors: ['LOGIN_REQUIRED'],
})

export const markAccountEventsSeen = endpoint({
  method: 'POST',
  path: '/api/account/events/seen',
  summary: 'You have seen these. What is not yours, or was seen before, is left as it is.',
  body: z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(ACCOUNT_EVENTS_LISTED)) }),
  response: null,
  status: 204,
  errors: ['LOGIN_REQUIRED'],
})
