import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../fields.ts'

/** A pending comment of the caller. */
export const OwnPendingComment = z.object({
  id: Id,
  text: z.string(),
  createdAt: Timestamp,
  video: z.object({ id: Id, title: z.string() }),
})
export type OwnPendingComment = z.output<typeof OwnPendingComment>

export const listOwnWaiting = endpoint({
  method: 'GET',
  path: '/api/account/waiting-comments',
  access: 'account',
  summary: "The caller's pending comments, newest first, 100 at most.",
  response: z.object({ comments: z.array(OwnPendingComment) }),
})
