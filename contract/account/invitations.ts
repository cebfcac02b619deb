import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, lineOrNull, NextCursor, numberUpTo, pageQuery, text, Timestamp } from '../fields.ts'

export const INVITATION_NOTE_MAX_LENGTH = 100

/** The secret at the end of an invitation link. */
export const InvitationToken = text(200, 'This invitation link is incomplete')

/** An invitation link, as admins see it. */
export const Invitation = z.object({
  id: Id,
  note: z.nullable(z.string()),
  maxUses: Count,
  /** Includes accounts that have been deleted since. */
  usesCount: Count,
  state: z.enum(['valid', 'used-up', 'expired', 'revoked']),
  /** Name of the admin who created it; null if they have no name, or if their account was deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: Timestamp,
  /** Null if it never expires. */
  expiresAt: z.nullable(Timestamp),
})
export type Invitation = z.output<typeof Invitation>

export const InvitationBody = z.strictObject({
  /** A note for admins. `''` and `null` both mean none. */
  note: z._default(z.nullable(lineOrNull(INVITATION_NOTE_MAX_LENGTH)), null),
  /** How many accounts may be created with the link. */
  maxUses: numberUpTo(1_000, 'Please enter a number of accounts from 1 to 1,000'),
  /** Days until the link expires; null for never. */
  days: z.nullable(numberUpTo(365, 'Please enter a number of days from 1 to 365')),
})
export type InvitationBody = z.output<typeof InvitationBody>

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations',
  access: 'confirmed-admin',
  summary:
    'Create a link with which people sign up even if registration is closed or needs approval. Only this reply contains the link. For admins; asks for the password.',
  body: InvitationBody,
  response: z.object({ link: z.string(), invitation: Invitation }),
  status: 201,
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  access: 'admin',
  summary: 'Invitation links, newest first, including those that no longer work. For admins.',
  query: pageQuery(50),
  response: z.object({ invitations: z.array(Invitation), nextCursor: NextCursor }),
})

export const revokeInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/revocation',
  access: 'admin',
  summary: 'Revoke an invitation link for good. Accounts that were created with it stay. For admins.',
  params: IdParams,
  response: null,
  errors: ['NOT_FOUND'],
})

export const checkInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/check',
  access: 'anyone',
  summary: 'Check whether an account can be created with an invitation link now. Does not use it.',
  body: z.strictObject({ token: InvitationToken }),
  response: null,
  errors: ['NOT_FOUND'],
})
