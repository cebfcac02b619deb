import * as z from 'zod/mini'
import { Comment } from '../social/comments.ts'
import { NamedPerson } from '../social/profiles.ts'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, NextCursor, pageQuery, Timestamp } from '../fields.ts'
import { DecisionBody } from './decisions.ts'

/**
 * Why a comment awaits review. `link`: it names a domain that admins have blocked, or its author is new and it contains
 * a link. `repeat`: one or several new accounts have sent the same text often. `word`: it contains a word of the site's
 * list.
 */
export const PendingReason = z.enum(['link', 'repeat', 'word'])
export type PendingReason = z.output<typeof PendingReason>

/** Days within which equal texts belong to one wave. */
export const WAVE_DAYS = 30

/** A comment that awaits review by staff. */
export const PendingComment = z.object({
  id: Id,
  text: z.string(),
  heldBecause: PendingReason,
  createdAt: Timestamp,
  author: z.extend(NamedPerson, { joinedDate: Timestamp }),
  video: z.object({ id: Id, title: z.string() }),
  /**
   * Number of comments of the last 30 days, shown or pending, with the same words, including this one. Case, accents and
   * punctuation are ignored. Always 1 for a short text.
   */
  sameWordsCount: Count,
})
export type PendingComment = z.output<typeof PendingComment>

export const PendingCommentPage = z.object({
  comments: z.array(PendingComment),
  nextCursor: NextCursor,
  waitingCount: Count,
})
export type PendingCommentPage = z.output<typeof PendingCommentPage>

export const listPendingComments = endpoint({
  method: 'GET',
  path: '/api/held-comments',
  access: 'staff',
  summary: 'Comments that await review by staff, the oldest first. For staff.',
  query: pageQuery(50),
  response: PendingCommentPage,
})

export const listWaitingBelow = endpoint({
  method: 'GET',
  path: '/api/videos/:id/waiting-comments',
  access: 'account',
  summary: 'Pending comments on a clip that await its owner, the oldest first, 100 at most. For the owner.',
  params: IdParams,
  response: z.object({ comments: z.array(Comment) }),
  errors: ['ACCESS_DENIED', 'NOT_FOUND'],
})

export const releaseComment = endpoint({
  method: 'POST',
  path: '/api/comments/:id/release',
  access: 'active',
  summary:
    'Approve a pending comment. Staff approve those that await staff, the owner of a clip those that await the owner.',
  params: IdParams,
  response: Comment,
  errors: ['ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT'],
})

const SameWordsBody = z.strictObject({
  rule: DecisionBody.shape.rule,
  facts: DecisionBody.shape.facts,
  note: DecisionBody.shape.note,
})
export type SameWordsBody = z.output<typeof SameWordsBody>

/** Maximum number of comments hidden in one call. Calling again hides more. */
export const WAVE_MAX = 200

export const decideSameWords = endpoint({
  method: 'POST',
  path: '/api/comments/:id/same-words/decision',
  access: 'staff',
  summary:
    'Hide a comment and others of the last 30 days with the same text, 200 at most, each with a decision. For staff.',
  params: IdParams,
  body: SameWordsBody,
  response: z.object({ decidedCount: Count }),
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
