import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { activeErrors } from '../errors.ts'
import { Count, Id, IdParams, NextCursor, pageQuery, Timestamp } from '../fields.ts'
import { Reason } from './reports.ts'
import { FirstClip } from '../videos/duplicates.ts'
import { Decision, RuleKey, Source } from './decisions.ts'

export const CaseKind = z.enum(['video', 'comment', 'account'])
export type CaseKind = z.output<typeof CaseKind>
/** `dispute`: a creator disputes that another clip was here first. */
export const CaseSource = z.enum([...Source.options, 'dispute'])
export type CaseSource = z.output<typeof CaseSource>

/** How long a claimed case is kept for whoever claimed it, in minutes. */
export const CLAIM_MINUTES = 15

/** The words of a thing: of a clip, of a comment, or of an account. What it does not have is absent. */
export const Snapshot = z.partial(
  z.object({
    title: z.string(),
    caption: z.string(),
    prompt: z.string(),
    tags: z.string(),
    tool: z.string(),
    text: z.string(),
    name: z.string(),
    username: z.string(),
    bio: z.string(),
    location: z.string(),
    website: z.string(),
    /** The address of their picture. */
    avatar: z.string(),
  }),
)
export type Snapshot = z.output<typeof Snapshot>

/** Whose it is, for staff: never an address. */
const CasePerson = z.object({
  id: Id,
  username: z.nullable(z.string()),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
  joinedDate: Timestamp,
  role: z.enum(['member', 'moderator', 'admin']),
  standing: z.enum(['active', 'restricted', 'suspended', 'waiting', 'leaving']),
  /** What suspending would hide. */
  videosCount: Count,
  commentsCount: Count,
  /** How many decisions about theirs agreed with a copyright notice, and were not taken back. */
  copyrightCount: Count,
})

const CaseSummary = z.object({
  id: Id,
  kind: CaseKind,
  state: z.enum(['open', 'closed']),
  source: CaseSource,
  /** What its reports name. */
  rules: z.array(RuleKey),
  isSevere: z.boolean(),
  /** The title, the comment's words or the name, as reported. */
  subject: z.string(),
  /** Whose it is; null if they are gone. */
  personName: z.nullable(z.string()),
  reportsCount: Count,
  openedAt: Timestamp,
  closedAt: z.nullable(Timestamp),
  /** By whom it is looked at just now. */
  claim: z.nullable(z.object({ isMine: z.boolean(), name: z.string(), until: Timestamp })),
})
export type CaseSummary = z.output<typeof CaseSummary>

/** One report, for staff. */
const CaseReport = z.object({
  id: Id,
  reason: Reason,
  otherText: z.nullable(z.string()),
  /** What a notice says besides; null for reports. Its sender's address is shown to nobody. */
  notice: z.nullable(z.object({ kind: z.string(), name: z.string(), explanation: z.string() })),
  createdAt: Timestamp,
  /** Null for visitors. `agreed` of `judged` earlier reports of theirs led to a measure. */
  reporter: z.nullable(z.object({ id: Id, name: z.string(), agreed: Count, judged: Count })),
})
export type CaseReport = z.output<typeof CaseReport>

export const Case = z.extend(CaseSummary, {
  person: z.nullable(CasePerson),
  /** The clip, or the one that the comment stands below, while it is there. Staff may see and play it, hidden or not. */
  media: z.nullable(
    z.object({
      videoId: Id,
      videoUrl: z.nullable(z.string()),
      thumbnailUrl: z.nullable(z.string()),
      aspectRatio: z.string(),
    }),
  ),
  /** What its creator says against another clip having been here first, and that clip, as long as nobody has answered. */
  dispute: z.nullable(z.object({ text: z.string(), first: FirstClip })),
  isThere: z.boolean(),
  /** Until when reports of it open no case; null where they do. */
  quietUntil: z.nullable(Timestamp),
  isHidden: z.boolean(),
  snapshot: Snapshot,
  /** The words as they are now; null if it is gone. */
  current: z.nullable(Snapshot),
  reports: z.array(CaseReport),
  /** About this case, the newest first. */
  decisions: z.array(Decision),
  /** Other decisions about this person, the newest first, 20 at most. */
  personDecisions: z.array(Decision),
  /** Why the caller may not decide it; null if they may. */
  whyNot: z.nullable(z.string()),
})
export type Case = z.output<typeof Case>

const forStaff = [...activeErrors, 'ACCESS_DENIED', 'NOT_FOUND'] as const

export const listCases = endpoint({
  method: 'GET',
  path: '/api/cases',
  summary: 'Open cases: severe ones first, then the oldest; or closed ones, the newest first. For staff.',
  query: z.extend(pageQuery(30), {
    state: z._default(z.enum(['open', 'closed']), 'open'),
    kind: z.optional(CaseKind),
  }),
  response: z.object({ cases: z.array(CaseSummary), nextCursor: NextCursor, openCount: Count }),
  errors: [...activeErrors, 'ACCESS_DENIED'],
})

export const getCase = endpoint({
  method: 'GET',
  path: '/api/cases/:id',
  summary: 'One case with everything said about it. For staff.',
  params: IdParams,
  response: Case,
  errors: forStaff,
})

export const claimCase = endpoint({
  method: 'PUT',
  path: '/api/cases/:id/claim',
  summary: 'Keep an open case for the caller, for 15 minutes. For staff.',
  params: IdParams,
  response: z.object({ until: Timestamp }),
  errors: [...forStaff, 'CONFLICT'],
})

export const unclaimCase = endpoint({
  method: 'DELETE',
  path: '/api/cases/:id/claim',
  summary: 'Give a claimed case back. Also succeeds when the caller has not claimed it. For staff.',
  params: IdParams,
  response: null,
  status: 204,
  errors: forStaff,
})
