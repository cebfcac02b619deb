import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { activeErrors } from '../errors.ts'
import { Count, Id, IdParams, text, Timestamp, visibleText } from '../fields.ts'
import { ruleKeys } from './rules.ts'

export const FACTS_MAX_LENGTH = 2_000
export const APPEAL_MAX_LENGTH = 2_000
/** How long a decision may be appealed: more than the six months of the EU's Digital Services Act, article 20. */
export const APPEAL_DAYS = 184

/** For how long reports of what was found to be nothing open no case, where a moderator wants it so. */
export const QUIET_DAYS = 30

export const RuleKey = z.enum(ruleKeys, 'Please choose the rule')

/**
 * `none`: nothing against the rules was found. `hide`: a video or a comment. `restrict`: the account may read, and make
 * and change nothing. `suspend`: the same, and all of theirs is hidden.
 */
export const Measure = z.enum(['none', 'warn', 'hide', 'restrict', 'suspend'], 'Please choose a measure')
export type Measure = z.output<typeof Measure>

export const Source = z.enum(['report', 'notice', 'own'])
export type DecisionSource = z.output<typeof Source>
/** How it was found: by a person, or because a comment waited for a look. No machine decides. */
export const Detected = z.enum(['person', 'hold'])
export type Detected = z.output<typeof Detected>
/** `over`: its time has passed. `reversed`: lifted, or won on appeal. */
export const DecisionState = z.enum(['in-force', 'over', 'reversed'])
export type DecisionState = z.output<typeof DecisionState>
export const Outcome = z.enum(['upheld', 'reversed'])
export type Outcome = z.output<typeof Outcome>

const Facts = visibleText(FACTS_MAX_LENGTH, {
  tooLong: 'Please use at most 2,000 characters for the facts',
  missing: 'Please say what you saw, and where',
})
const Answer = visibleText(FACTS_MAX_LENGTH, {
  tooLong: 'Please use at most 2,000 characters for the answer',
  missing: 'Please answer in a sentence',
})

export const DecisionBody = z
  .strictObject({
    rule: RuleKey,
    measure: Measure,
    /** For restricting and suspending; absent or null: until somebody lifts it. */
    until: z.optional(z.nullable(Timestamp)),
    /** What the person reads. */
    facts: Facts,
    /** What staff read. */
    note: z.optional(z.nullable(text(FACTS_MAX_LENGTH))),
    /** For `none`: reports of the same are kept, and open no case for 30 days. */
    isQuiet: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ measure, until }) => !until || measure === 'restrict' || measure === 'suspend', {
      path: ['until'],
      message: 'Only a restriction or a suspension has an end',
    }),
    z.refine(({ measure, isQuiet }) => !isQuiet || measure === 'none', {
      path: ['isQuiet'],
      message: 'Only what was found to be nothing can stay quiet',
    }),
  )
export type DecisionBody = z.output<typeof DecisionBody>

/** What was said against a copyright notice. Name and address of whoever sent it are read on the machine only. */
const CounterNotice = z.object({
  day: z.iso.date(),
  /** When it is shown again. */
  restoreOn: z.iso.date(),
  /** The claimant has gone to court: then it is not. */
  isCourtAction: z.boolean(),
})

/** What staff see of a decision. */
export const Decision = z.object({
  id: Id,
  caseId: Id,
  kind: z.enum(['video', 'comment', 'account']),
  /** The title, the comment's words or the name that it is about, at that time. */
  subject: z.string(),
  rule: RuleKey,
  measure: Measure,
  until: z.nullable(Timestamp),
  /** Null once the time to keep it has passed. */
  facts: z.nullable(z.string()),
  note: z.nullable(z.string()),
  source: Source,
  detected: Detected,
  /** The moderator's name; null for somebody who is gone. */
  decidedBy: z.nullable(z.string()),
  decidedAt: Timestamp,
  state: DecisionState,
  outcome: z.nullable(Outcome),
  /** Whether the clip that it hid was removed for good. An appeal can still correct the record. */
  isPermanent: z.boolean(),
  counterNotice: z.nullable(z.extend(CounterNotice, { explanation: z.nullable(z.string()) })),
})
export type Decision = z.output<typeof Decision>

/** What the person concerned is told of a decision. Never who decided, who reported, or how many: days only. */
export const Statement = z.object({
  id: Id,
  kind: z.enum(['video', 'comment', 'account']),
  subject: z.string(),
  /** Of the clip, or the one that the comment stands below; null if it is gone. */
  videoId: z.nullable(Id),
  measure: Measure,
  until: z.nullable(Timestamp),
  rule: RuleKey,
  ruleTitle: z.string(),
  /** As it read that day. */
  ruleText: z.string(),
  facts: z.nullable(z.string()),
  source: Source,
  detected: Detected,
  decidedOn: z.iso.date(),
  state: DecisionState,
  /** Whether the clip that it hid was removed for good. */
  isPermanent: z.boolean(),
  isSeen: z.boolean(),
  /** The last day on which it may be appealed. */
  appealUntil: z.iso.date(),
  mayAppeal: z.boolean(),
  /** Taken back by the moderators themselves, with a sentence; null too where an appeal did it. */
  lifted: z.nullable(z.object({ day: z.iso.date(), answer: z.nullable(z.string()) })),
  appeal: z.nullable(
    z.object({
      text: z.nullable(z.string()),
      day: z.iso.date(),
      outcome: z.nullable(Outcome),
      answer: z.nullable(z.string()),
      answeredOn: z.nullable(z.iso.date()),
      /** Who decided judged this, too: nobody else looks after the site. */
      sameJudge: z.boolean(),
    }),
  ),
  /** Hidden after a copyright notice: that can be answered with a counter-notice, besides an appeal. */
  mayCounter: z.boolean(),
  counterNotice: z.nullable(CounterNotice),
})
export type Statement = z.output<typeof Statement>

const forStaff = [...activeErrors, 'ACCESS_DENIED', 'NOT_FOUND'] as const

export const decideCase = endpoint({
  method: 'POST',
  path: '/api/cases/:id/decision',
  summary: 'Decide a case: it closes, and the measure takes effect. For staff; suspending asks for the password.',
  params: IdParams,
  body: DecisionBody,
  response: Decision,
  status: 201,
  errors: [...forStaff, 'CONFIRM_REQUIRED', 'PASSKEY_REQUIRED', 'CONFLICT'],
})

export const decideUnasked = endpoint({
  method: 'POST',
  path: '/api/decisions',
  summary: 'Decide about something that nobody reported. For staff; suspending asks for the password.',
  body: z.extend(DecisionBody, { kind: z.enum(['video', 'comment', 'account']), subjectId: Id }),
  response: Decision,
  status: 201,
  errors: [...forStaff, 'CONFIRM_REQUIRED', 'PASSKEY_REQUIRED', 'CONFLICT'],
})

export const liftDecision = endpoint({
  method: 'POST',
  path: '/api/decisions/:id/lift',
  summary:
    'Take a decision back, with a sentence for the person. For staff; lifting a suspension asks for the password.',
  params: IdParams,
  body: z.strictObject({ answer: Answer }),
  response: Decision,
  errors: [...forStaff, 'CONFIRM_REQUIRED', 'PASSKEY_REQUIRED', 'CONFLICT'],
})

/** An appeal that waits, as staff see it. */
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
  summary: 'The appeals that wait for an answer, the oldest first, 100 at most. For staff.',
  response: z.object({ appeals: z.array(Appeal), waitingCount: Count }),
  errors: [...activeErrors, 'ACCESS_DENIED'],
})

export const answerAppeal = endpoint({
  method: 'POST',
  path: '/api/decisions/:id/answer',
  summary:
    'Answer an appeal. For staff who did not decide it, unless nobody else could; reversing a suspension asks for the password.',
  params: IdParams,
  body: z.strictObject({ outcome: Outcome, answer: Answer }),
  response: Decision,
  errors: [...forStaff, 'CONFIRM_REQUIRED', 'PASSKEY_REQUIRED', 'CONFLICT'],
})

export const listStatements = endpoint({
  method: 'GET',
  path: '/api/account/decisions',
  summary: 'What was decided about the caller, the newest first, 100 at most. `none` is not among them.',
  response: z.object({ decisions: z.array(Statement) }),
  errors: ['LOGIN_REQUIRED'],
})

export const markStatementSeen = endpoint({
  method: 'POST',
  path: '/api/account/decisions/:id/seen',
  summary: 'The caller has read a decision about them. Also succeeds when they had.',
  params: IdParams,
  response: null,
  status: 204,
  errors: ['LOGIN_REQUIRED', 'NOT_FOUND'],
})

export const AppealBody = z.strictObject({
  text: visibleText(APPEAL_MAX_LENGTH, {
    tooLong: 'Please use at most 2,000 characters for your appeal',
    missing: 'Please say why the decision should change',
  }),
})

export const appealDecision = endpoint({
  method: 'POST',
  path: '/api/account/decisions/:id/appeal',
  summary: 'Appeal a decision about the caller: once, within 184 days. Also for suspended people.',
  params: IdParams,
  body: AppealBody,
  response: Statement,
  status: 201,
  errors: ['LOGIN_REQUIRED', 'NOT_FOUND', 'APPEAL_OVER'],
})
