import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, Timestamp, visibleText } from '../fields.ts'

export const APPROVAL_REASON_MAX_LENGTH = 1_000
export const REJECTION_MAX_LENGTH = 500

export const ApprovalRequestBody = z.strictObject({
  reason: visibleText(APPROVAL_REASON_MAX_LENGTH, 'Please tell us in a sentence why you want to join'),
})

export const RejectionBody = z.strictObject({
  answer: visibleText(REJECTION_MAX_LENGTH, 'Please explain why in a sentence', 'for the answer'),
})

/** The reason given by an account that awaits approval, and the answer if it was rejected. */
export const ApprovalRequest = z.object({
  reason: z.nullable(z.string()),
  askedAt: z.nullable(Timestamp),
  answer: z.nullable(z.string()),
})
export type ApprovalRequest = z.output<typeof ApprovalRequest>

export const getApprovalRequest = endpoint({
  method: 'GET',
  path: '/api/account/join-request',
  access: 'account',
  summary: 'The reason for joining that the caller gave, and the answer. All fields are null if they gave no reason.',
  response: ApprovalRequest,
})

export const requestApproval = endpoint({
  method: 'PUT',
  path: '/api/account/join-request',
  access: 'account',
  summary: 'Give a reason for joining, or change it. For accounts that await approval.',
  body: ApprovalRequestBody,
  response: ApprovalRequest,
  errors: ['CONFLICT'],
})

export const approveRegistration = endpoint({
  method: 'POST',
  path: '/api/people/:id/let-in',
  access: 'admin',
  summary: 'Approve a registration. For admins.',
  params: IdParams,
  response: null,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const rejectRegistration = endpoint({
  method: 'POST',
  path: '/api/people/:id/refusal',
  access: 'admin',
  summary: 'Reject a registration, with a reason. The account can keep browsing and ask again. For admins.',
  params: IdParams,
  body: RejectionBody,
  response: null,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
