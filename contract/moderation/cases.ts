import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, NextCursor, pageQuery, Timestamp } from '../fields.ts'
import { AccountStatus, Role } from '../account/users.ts'
import { NamedPerson } from '../social/profiles.ts'
import { Reason } from './reports.ts'
import { FirstClip } from '../videos/duplicates.ts'
import { type VideoWord, videoWords } from '../videos/publishing.ts'
import { Decision, RuleKey, Source } from './decisions.ts'

export const caseKinds = ['video', 'comment', 'account'] as const
export const CaseKind = z.enum(caseKinds)
export type CaseKind = z.output<typeof CaseKind>
/** `dispute`: a creator disputes that another clip was published first. */
export const CaseSource = z.enum([...Source.options, 'dispute'])
export type CaseSource = z.output<typeof CaseSource>

/** Minutes for which a claim reserves a case for one moderator. */
export const CLAIM_MINUTES = 15

/** Name of a clip's text in a snapshot. Stored snapshots use the name `tool` instead of `toolUsed`. */
export type ClipText = Exclude<VideoWord, 'toolUsed'> | 'tool'
export const clipTextOf = (word: VideoWord): ClipText => (word === 'toolUsed' ? 'tool' : word)

const clipTexts = Object.fromEntries(videoWords.map((word) => [clipTextOf(word), z.string()])) as Record<
  ClipText,
  ReturnType<typeof z.string>
>

/** The texts of a clip, a comment or an account. Texts that it does not have are absent. */
export const Snapshot = z.partial(
  z.object({
    ...clipTexts,
    text: z.string(),
    name: z.string(),
    username: z.string(),
    bio: z.string(),
    location: z.string(),
    website: z.string(),
    /** The address of the person's picture. */
    avatar: z.string(),
  }),
)
export type Snapshot = z.output<typeof Snapshot>

/** The owner of the reported subject, as staff see them, without their e-mail address. */
const CasePerson = z.extend(NamedPerson, {
  joinedDate: Timestamp,
  role: Role,
  standing: AccountStatus,
  /** Number of clips that a suspension would hide. */
  videosCount: Count,
  commentsCount: Count,
  /** Number of decisions that upheld a copyright notice against this person and were not reversed. */
  copyrightCount: Count,
})

const CaseSummary = z.object({
  id: Id,
  kind: CaseKind,
  state: z.enum(['open', 'closed']),
  source: CaseSource,
  /** The rules that were named by reports, by notices, or by a decision without a report. */
  rules: z.array(RuleKey),
  isSevere: z.boolean(),
  /** The title, the comment's text or the name, as reported. */
  subject: z.string(),
  /** The owner; null if their account was deleted. */
  personName: z.nullable(z.string()),
  reportsCount: Count,
  openedAt: Timestamp,
  closedAt: z.nullable(Timestamp),
  /** The moderator who has claimed the case. */
  claim: z.nullable(z.object({ isMine: z.boolean(), name: z.string(), until: Timestamp })),
})
export type CaseSummary = z.output<typeof CaseSummary>

/** A report, as staff see it. */
const CaseReport = z.object({
  id: Id,
  reason: Reason,
  otherText: z.nullable(z.string()),
  /** Additional data of a takedown notice; null for reports. The sender's address is never included. */
  notice: z.nullable(z.object({ kind: z.string(), name: z.string(), explanation: z.string() })),
  createdAt: Timestamp,
  /**
   * Null for visitors, notices and deleted accounts. `judged` counts this person's reports in decided cases. `agreed`
   * counts those of them in cases with enforcement that was not reversed.
   */
  reporter: z.nullable(z.object({ id: Id, name: z.string(), agreed: Count, judged: Count })),
})
export type CaseReport = z.output<typeof CaseReport>

export const Case = z.extend(CaseSummary, {
  person: z.nullable(CasePerson),
  /**
   * The clip itself, or the clip that the comment is on; null for accounts and deleted clips. Staff may play it even if
   * it is hidden.
   */
  media: z.nullable(
    z.object({
      videoId: Id,
      videoUrl: z.nullable(z.string()),
      thumbnailUrl: z.nullable(z.string()),
      aspectRatio: z.string(),
    }),
  ),
  /**
   * The creator's objection to the label that another clip was published first, and that clip. Null if there is no
   * objection, or if a moderator has decided about it.
   */
  dispute: z.nullable(z.object({ text: z.string(), first: FirstClip })),
  isThere: z.boolean(),
  /** Time until which reports about the subject open no new case; null if they may open one. */
  quietUntil: z.nullable(Timestamp),
  isHidden: z.boolean(),
  snapshot: Snapshot,
  /** The current texts; null if the subject was deleted. */
  current: z.nullable(Snapshot),
  /** The oldest first, 200 at most. */
  reports: z.array(CaseReport),
  /** Decisions on this case, newest first, 20 at most. */
  decisions: z.array(Decision),
  /** Other decisions about this person, newest first, 20 at most. */
  personDecisions: z.array(Decision),
  /** Why the caller may not decide the case; null if they may at least find no violation. */
  whyNot: z.nullable(z.string()),
  /** Why the caller may only find no violation; null if they may also enforce. */
  whyNotEnforce: z.nullable(z.string()),
})
export type Case = z.output<typeof Case>

export const listCases = endpoint({
  method: 'GET',
  path: '/api/cases',
  access: 'staff',
  summary:
    'Open cases, severe ones first, then the oldest; or closed ones, newest first. Cases about the caller are left out, unless no other staff may decide them. For staff.',
  query: z.extend(pageQuery(30), {
    state: z._default(z.enum(['open', 'closed']), 'open'),
    kind: z.optional(CaseKind),
  }),
  response: z.object({ cases: z.array(CaseSummary), nextCursor: NextCursor, openCount: Count }),
})

export const getCase = endpoint({
  method: 'GET',
  path: '/api/cases/:id',
  access: 'staff',
  summary: 'One case with its reports and decisions. Cases that the list leaves out are not found. For staff.',
  params: IdParams,
  response: Case,
  errors: ['NOT_FOUND'],
})

export const claimCase = endpoint({
  method: 'PUT',
  path: '/api/cases/:id/claim',
  access: 'staff',
  summary: 'Claim an open case for 15 minutes. For staff.',
  params: IdParams,
  response: z.object({ until: Timestamp }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const unclaimCase = endpoint({
  method: 'DELETE',
  path: '/api/cases/:id/claim',
  access: 'staff',
  summary: 'Release a claimed case. Also succeeds if the caller has not claimed it. For staff.',
  params: IdParams,
  response: null,
})
