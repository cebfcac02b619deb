import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, keyWithOwnRules, IdParams, textOrNull, Timestamp, visibleText } from '../fields.ts'
import { ruleKeys, type StandardRuleKey } from './rules.ts'

export const FACTS_MAX_LENGTH = 2_000

/**
 * Number of days for which new reports open no case. A moderator may choose this when deciding that a subject violates
 * no rule.
 */
export const QUIET_DAYS = 30

/** A standard rule, or a rule that an admin added. */
export const RuleKey = keyWithOwnRules<StandardRuleKey>(ruleKeys, 'Please choose the rule')

/**
 * The enforcement of a decision. `none`: no violation was found. `hide`: a video or a comment is hidden. `restrict`:
 * the account can read, delete its content and appeal, but not create or edit anything. `suspend`: in addition,
 * everything that belongs to the account is hidden.
 */
export const Enforcement = z.enum(['none', 'warn', 'hide', 'restrict', 'suspend'], 'Please choose an action')
export type Enforcement = z.output<typeof Enforcement>

export const Source = z.enum(['report', 'notice', 'own'])
export type DecisionSource = z.output<typeof Source>
/** How the content was detected: by a person, or because a comment was pending. Decisions are never automated. */
export const Detected = z.enum(['person', 'hold'])
export type Detected = z.output<typeof Detected>
/** `over`: its time has passed. `reversed`: it was lifted, or an appeal succeeded. */
export const DecisionState = z.enum(['in-force', 'over', 'reversed'])
export type DecisionState = z.output<typeof DecisionState>
export const Outcome = z.enum(['upheld', 'reversed'])
export type Outcome = z.output<typeof Outcome>

/**
 * The end of a restriction or suspension. PostgreSQL rounds the last microsecond of the year 9999 up to a year with
 * five digits, which no reply can contain.
 */
const Until = Timestamp.check(z.refine((until) => until < '9999', 'Please choose an earlier time'))

const Facts = visibleText(FACTS_MAX_LENGTH, 'Please describe what you saw, and where', 'for the facts')
export const Answer = visibleText(FACTS_MAX_LENGTH, 'Please answer in a sentence', 'for the answer')

export const DecisionBody = z
  .strictObject({
    rule: RuleKey,
    measure: Enforcement,
    /** End of a restriction or suspension. Absent or null: it lasts until a moderator lifts it. */
    until: z.optional(z.nullable(Until)),
    /** The statement for the person concerned. */
    facts: Facts,
    /** A note that only staff can read. */
    note: z.optional(z.nullable(textOrNull(FACTS_MAX_LENGTH))),
    /** For `none`: whether, for 30 days, further reports about the subject are stored without opening a case. */
    isQuiet: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ measure, until }) => !until || measure === 'restrict' || measure === 'suspend', {
      path: ['until'],
      message: 'Only a restriction or a suspension has an end',
    }),
    z.refine(({ measure, isQuiet }) => !isQuiet || measure === 'none', {
      path: ['isQuiet'],
      message: 'Only a case without a violation can stay quiet',
    }),
  )
export type DecisionBody = z.output<typeof DecisionBody>

/** The counter-notice against a copyright notice. Only the operator can read the sender's name and address. */
export const CounterNotice = z.object({
  day: z.iso.date(),
  /** Day on which the item is shown again. */
  restoreOn: z.iso.date(),
  /** Whether the claimant has gone to court. If so, the item stays hidden. */
  isCourtAction: z.boolean(),
})

/** A decision, as staff see it. */
export const Decision = z.object({
  id: Id,
  caseId: Id,
  kind: z.enum(['video', 'comment', 'account']),
  /** The title, the comment's text or the name at the time when the case was opened. */
  subject: z.string(),
  rule: RuleKey,
  measure: Enforcement,
  until: z.nullable(Timestamp),
  /** Null once the retention period has ended. */
  facts: z.nullable(z.string()),
  note: z.nullable(z.string()),
  source: Source,
  detected: Detected,
  /** The moderator's name; null for a deleted account. */
  decidedBy: z.nullable(z.string()),
  decidedAt: Timestamp,
  state: DecisionState,
  outcome: z.nullable(Outcome),
  /** Whether the hidden clip was permanently removed. An appeal can still correct the record. */
  isPermanent: z.boolean(),
  counterNotice: z.nullable(z.extend(CounterNotice, { explanation: z.nullable(z.string()) })),
})
export type Decision = z.output<typeof Decision>

export const decideCase = endpoint({
  method: 'POST',
  path: '/api/cases/:id/decision',
  access: 'staff',
  summary:
    'Decide a case. It is closed, and the enforcement takes effect. For staff; suspending asks for the password.',
  params: IdParams,
  body: DecisionBody,
  response: Decision,
  status: 201,
  errors: ['CONFIRM_REQUIRED', 'PASSKEY_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
})

export const decideUnasked = endpoint({
  method: 'POST',
  path: '/api/decisions',
  access: 'staff',
  summary:
    'Decide about a clip, a comment or an account without a report. For staff; suspending asks for the password.',
  body: z.extend(DecisionBody, { kind: z.enum(['video', 'comment', 'account']), subjectId: Id }),
  response: Decision,
  status: 201,
  errors: ['CONFIRM_REQUIRED', 'PASSKEY_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
})

export const LiftBody = z.strictObject({ answer: Answer })

export const liftDecision = endpoint({
  method: 'POST',
  path: '/api/decisions/:id/lift',
  access: 'staff',
  summary:
    'Lift a decision, with a sentence for the person concerned. For staff; lifting a suspension asks for the password.',
  params: IdParams,
  body: LiftBody,
  response: Decision,
  errors: ['CONFIRM_REQUIRED', 'PASSKEY_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
})
