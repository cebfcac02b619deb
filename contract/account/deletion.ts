import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { text, Timestamp } from '../fields.ts'

/** Number of days for which the owner can still cancel a requested deletion. */
export const DELETION_GRACE_DAYS = 7

export const RequestDeletionBody = z.strictObject({
  /**
   * The text that the owner types as a confirmation: their username, or their e-mail address if they have no username.
   */
  name: text(254, 'Type your name to continue'),
})
export type RequestDeletionBody = z.output<typeof RequestDeletionBody>

export const requestDeletion = endpoint({
  method: 'PUT',
  path: '/api/account/deletion',
  summary: `Schedule your account for deletion in ${DELETION_GRACE_DAYS} days. Until then it is hidden, and you can sign in to keep it.`,
  body: RequestDeletionBody,
  response: z.object({ deleteAfter: Timestamp }),
  errors: ['LOGIN_REQUIRED', 'CONFIRM_REQUIRED', 'CONFLICT'],
  whileLeaving: true,
})

export const keepAccount = endpoint({
  method: 'DELETE',
  path: '/api/account/deletion',
  summary: 'Cancel the deletion of your account. Everything is as it was.',
  response: null,
  status: 204,
  errors: ['LOGIN_REQUIRED', 'CONFLICT'],
  whileLeaving: true,
})
