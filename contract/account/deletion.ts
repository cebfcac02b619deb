import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, text, Timestamp, visibleText } from '../fields.ts'

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
  access: 'confirmed',
  summary: `Schedule your account for deletion in ${DELETION_GRACE_DAYS} days. Until then it is hidden, and you can sign in to keep it.`,
  body: RequestDeletionBody,
  response: z.object({ deleteAfter: Timestamp }),
  errors: ['CONFLICT'],
  whileLeaving: true,
})

export const keepAccount = endpoint({
  method: 'DELETE',
  path: '/api/account/deletion',
  access: 'account',
  summary: 'Cancel the deletion of your account, unless an admin scheduled it. Everything is restored.',
  response: null,
  errors: ['ACCESS_DENIED', 'CONFLICT'],
  whileLeaving: true,
})

export const DELETION_REASON_MAX_LENGTH = 200

export const DeleteAccountBody = z.strictObject({
  /** Shown to the owner of the account. */
  reason: visibleText(DELETION_REASON_MAX_LENGTH, 'Please give a reason', 'for the reason'),
})

export const deleteAccount = endpoint({
  method: 'PUT',
  path: '/api/people/:id/deletion',
  access: 'confirmed-admin',
  summary: `Schedule an account for deletion in ${DELETION_GRACE_DAYS} days and hide it until then. Its owner is told why, can download their data, and cannot cancel it. If the owner has already requested the deletion, its time stays. Accounts of admins are refused. For admins; asks for the password.`,
  params: IdParams,
  body: DeleteAccountBody,
  response: z.object({ deleteAfter: Timestamp }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const restoreAccount = endpoint({
  method: 'DELETE',
  path: '/api/people/:id/deletion',
  access: 'confirmed-admin',
  summary: 'Cancel a deletion that an admin scheduled. Everything is restored. For admins; asks for the password.',
  params: IdParams,
  response: null,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
