import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Timestamp, visibleText } from '../fields.ts'
import { Creator } from '../social/profiles.ts'

export const DISPUTE_MAX_LENGTH = 1_000
export const MATCHES_MAX = 3
/** Number of moments that are compared (see `moments`), evenly spread over a clip. */
const MOMENTS_COUNT = 10

/** Moves each moment off the boundary between frames. Rounding then does not decide which frame is compared. */
const OFF_THE_EDGE_SECONDS = 0.008

/** Returns the moments of a clip that are compared, in seconds. */
export function moments(durationSeconds: number): number[] {
  const each = durationSeconds / MOMENTS_COUNT
  return Array.from({ length: MOMENTS_COUNT }, (_, index) => (index + 0.5) * each + OFF_THE_EDGE_SECONDS)
}

/** A clip that was published before another one with the same content. */
export const FirstClip = z.object({
  videoId: Id,
  title: z.string(),
  /** Null until the thumbnail exists. */
  thumbnailUrl: z.nullable(z.string()),
  publishedAt: Timestamp,
  creator: Creator,
})
export type FirstClip = z.output<typeof FirstClip>

/**
 * `contains`: at least half of the shorter clip is in the other one. `same`: at least 80 % of it is, and the lengths
 * are similar.
 */
export const Match = z.extend(FirstClip, { kind: z.enum(['same', 'contains']) })
export type Match = z.output<typeof Match>

/**
 * The state of the label that another clip was published first:
 * - `found`: the server found the other clip
 * - `credited`: the creator named the other clip
 * - `disputed`: the creator disagrees, and the label is hidden until a moderator decides
 * - `kept`, `dismissed`: a moderator decided
 */
export const RepostState = z.enum(['found', 'credited', 'disputed', 'kept', 'dismissed'])
export type RepostState = z.output<typeof RepostState>

export const FirstHere = z.object({
  /** Null if no first clip is known, if it is hidden or deleted, and if the label is disputed or dismissed. */
  first: z.nullable(FirstClip),
  /** Shown to the clip's owner only. Null for others, and if no first clip is known or it is hidden or deleted. */
  state: z.nullable(RepostState),
})
export type FirstHere = z.output<typeof FirstHere>

/** The creator's answer to "This clip is already here", and the earlier clip. */
export const AlreadyHere = z.strictObject({ id: Id, answer: z.enum(['credit', 'mine']) })
export type AlreadyHere = z.output<typeof AlreadyHere>

export const findMatches = endpoint({
  method: 'POST',
  path: '/api/fingerprints/matches',
  access: 'account',
  summary:
    'Find visible clips with the same content as a file, 3 at most, by hashes of the file’s frames. Limited to 30 calls an hour.',
  body: z.strictObject({
    durationSeconds: z.number().check(z.positive(), z.maximum(24 * 60 * 60)),
    /** PDQ hashes, base64, in the order of `moments`; without frames that are too plain to be recognised. */
    frames: z
      .array(z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'This isn’t a valid frame hash')))
      .check(z.minLength(1), z.maxLength(MOMENTS_COUNT)),
  }),
  response: z.object({ matches: z.array(Match) }),
})

export const getFirstHere = endpoint({
  method: 'GET',
  path: '/api/videos/:id/first',
  access: 'anyone',
  summary: 'The earlier clip with the same content, if this one was published later by another person.',
  params: IdParams,
  response: FirstHere,
  errors: ['NOT_FOUND'],
})

export const DisputeBody = z.strictObject({
  text: visibleText(DISPUTE_MAX_LENGTH, 'Please explain why this is wrong'),
})

export const disputeFirst = endpoint({
  method: 'POST',
  path: '/api/videos/:id/first/dispute',
  access: 'active',
  summary: 'Dispute that another clip was published first. The label is hidden until a moderator decides.',
  params: IdParams,
  body: DisputeBody,
  response: FirstHere,
  errors: ['ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT'],
})

export const answerDispute = endpoint({
  method: 'POST',
  path: '/api/cases/:id/dispute',
  access: 'staff',
  summary: 'Decide a dispute: keep the label that another clip was published first, or dismiss it. For staff.',
  params: IdParams,
  body: z.strictObject({ answer: z.enum(['keep', 'dismiss']) }),
  response: null,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
