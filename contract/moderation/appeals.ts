import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, Timestamp, visibleText } from '../fields.ts'
import {
  Answer,
  CounterNotice,
  Decision,
  DecisionState,
  Detected,
  Enforcement,
  Outcome,
  RuleKey,
  Source,
} from './decisions.ts'

export const APPEAL_MAX_LENGTH = 2_000
/** How long a decision may be appealed: more than the six months of the EU's Digital Services Act, article 20. */
export const APPEAL_DAYS = 184

/**
 * A decision, as the person concerned sees it. All its times are days, except the end of the enforcement. It does not
 * reveal the moderator, the reporters or their number.
 */
export const Statement = z.object({
  id: Id,
  kind: z.enum(['video', 'comment', 'account']),
  subject: z.string(),
  /** The clip itself, or the clip that the comment is on; null for accounts and deleted clips. */
  videoId: z.nullable(Id),
  measure: Enforcement,
  until: z.nullable(Timestamp),
  rule: RuleKey,
  ruleTitle: z.string(),
  /** The text of the rule on the day of the decision. */
  ruleText: z.string(),
  facts: z.nullable(z.string()),
  source: Source,
  detected: Detected,
  decidedOn: z.iso.date(),
  state: DecisionState,
  /** Whether the hidden clip was permanently removed. */
  isPermanent: z.boolean(),
  isSeen: z.boolean(),
  /** The last day on which it may be appealed. */
  appealUntil: z.iso.date(),
  mayAppeal: z.boolean(),
  /**
   * Set if the decision was reversed, but not on appeal. `answer` is a sentence for the person, null once the retention
   * period has ended.
   */
  lifted: z.nullable(z.object({ day: z.iso.date(), answer: z.nullable(z.string()) })),
  appeal: z.nullable(
    z.object({
      text: z.nullable(z.string()),
      day: z.iso.date(),
      outcome: z.nullable(Outcome),
      answer: z.nullable(z.string()),
      answeredOn: z.nullable(z.iso.date()),
      /**
       * Whether the moderator who decided also answered the appeal: as the only one who could, or by lifting the
       * decision. Null if the moderator is unknown: the site reversed the decision by itself, or the account of the
       * moderator was deleted.
       */
      sameJudge: z.nullable(z.boolean()),
    }),
  ),
  /**
   * Whether a counter-notice may be sent in addition to an appeal. This requires that the item is hidden after a
   * copyright notice.
   */
  mayCounter: z.boolean(),
  counterNotice: z.nullable(CounterNotice),
})
export type Statement = z.output<typeof Statement>

/** A pending appeal, as staff see it. */
export const Appeal = z.object({
  decision: Decision,
  text: z.string(),
  appealedAt: Timestamp,
  /** Why the caller may not answer it; null if they may. */
  whyNot: z.nullable(z.string()),
})
export type Appeal = z.output<typeof Appeal>

export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/appeals',
  access: 'staff',
  summary:
    'The pending appeals, the oldest first, 100 at most. Those in cases that GET /api/cases leaves out are left out, too. For staff.',
  response: z.object({ appeals: z.array(Appeal), waitingCount: Count }),
})

export const AppealAnswer = z.strictObject({ outcome: Outcome, answer: Answer })
export type AppealAnswer = z.output<typeof AppealAnswer>

export const answerAppeal = endpoint({
  method: 'POST',
  path: '/api/decisions/:id/answer',
  access: 'staff',
  summary:
    'Answer an appeal. For staff who did not make the decision, unless no other staff may answer; reversing a suspension asks for the password.',
  params: IdParams,
  body: AppealAnswer,
  response: Decision,
  errors: ['CONFIRM_REQUIRED', 'PASSKEY_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
})

export const listStatements = endpoint({
  method: 'GET',
  path: '/api/account/decisions',
  access: 'account',
  summary: 'Decisions about the caller, newest first, 100 at most, without those that found no violation (`none`).',
  response: z.object({ decisions: z.array(Statement) }),
})

export const markStatementSeen = endpoint({
  method: 'POST',
  path: '/api/account/decisions/:id/seen',
  access: 'account',
  summary: 'Mark a decision about the caller as read. Also succeeds if it was read before.',
  params: IdParams,
  response: null,
  errors: ['NOT_FOUND'],
})

export const AppealBody = z.strictObject({
  text: visibleText(APPEAL_MAX_LENGTH, 'Please explain why the decision should change', 'for your appeal'),
})

export const appealDecision = endpoint({
  method: 'POST',
  path: '/api/account/decisions/:id/appeal',
  access: 'account',
  summary: 'Appeal a decision about the caller, once, within 184 days. Suspended people may appeal, too.',
  params: IdParams,
  body: AppealBody,
  response: Statement,
  status: 201,
  errors: ['NOT_FOUND', 'APPEAL_OVER'],
})
