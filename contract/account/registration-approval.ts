import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { activeErrors } from '../errors.ts'
import { IdParams, Timestamp, visibleText } from '../fields.ts'

export const JOIN_REASON_MAX_LENGTH = 1_000
export const REFUSAL_MAX_LENGTH = 500

export const JoinRequestBody = z.strictObject({
  reason: visibleText(JOIN_REASON_MAX_LENGTH, {
    tooLong: 'Please use at most 1,000 characters',
    missing: 'Please say in a sentence why you want to join',
  }),
})

export type JoinRequestBody = z.output<typeof JoinRequestBody>

export const RefusalBody = z.strictObject({
  answer: visibleText(REFUSAL_MAX_LENGTH, {
    tooLong: 'Please use at most 500 characters for the answer',
    missing: 'Please say why in a sentence',
  }),
})

export type RefusalBody = z.output<typeof RefusalBody>

/** The reason that a waiting account gave, and the answer if it was rejected. */
export const JoinRequest = z.object({
  reason: z.nullable(z.string()),
  askedAt: z.nullable(Timestamp),
  answer: z.nullable(z.string()),
})
export type JoinRequest = z.output<typeof JoinRequest>

export const getJoinRequest = endpoint({
  method: 'GET',
  path: '/api/account/join-request',
  summary:
    'What the caller, who waits to be let in, has said and was answered. All is null for whoever has said nothing.',
  response: JoinRequest,
  errors: ['LOGIN_REQUIRED'],
})

export const askToJoin = endpoint({
  method: 'PUT',
  path: '/api/account/join-request',
  summary: 'Say why you want to join, for the first time or once more. For those who wait to be let in.',
  body: JoinRequestBody,
  response: JoinRequest,
  errors: ['LOGIN_REQUIRED', 'CONFLICT'],
})

export const letIn = endpoint({
  method: 'POST',
  path: '/api/people/:id/let-in',
  summary: 'Let somebody in who waits. For admins.',
  params: IdParams,
  response: null,
  status: 204,
  errors: [...activeErrors, 'ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT'],
})

export const refuseEntry = endpoint({
  method: 'POST',
  path: '/api/people/:id/refusal',
  summary: 'Tell somebody who waits why they are not let in. They go on looking, and may ask again. For admins.',
  params: IdParams,
  body: RefusalBody,
  response: null,
  status: 204,
  errors: [...activeErrors, 'ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT'],
})
