import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { NextCursor, pageQuery } from '../fields.ts'
import { CaseKind } from './cases.ts'
import { Detected, Enforcement, RuleKey, Source } from './decisions.ts'

/**
 * The public part of a decision. It has no names, titles, texts or ids of people and content. It also has no text by a
 * moderator, which may contain personal data.
 *
 * `upheld` ends an appeal. `reversed` either ends an appeal or means that the decision was lifted without one.
 */
export const LogEntry = z.object({
  event: z.enum(['decided', 'upheld', 'reversed', 'over']),
  kind: CaseKind,
  rule: RuleKey,
  /** The name and the text that the rule had on the day of the decision, if an admin added the rule. */
  ruleTitle: z.optional(z.string()),
  ruleText: z.optional(z.string()),
  measure: Enforcement,
  /** Duration of the enforcement; null if it has none. */
  duration: z.nullable(z.enum(['days', 'weeks', 'months', 'unlimited'])),
  source: Source,
  detected: Detected,
  /** Whether the moderator who decided also answered the appeal, because no other could or by lifting the decision. */
  sameJudge: z.boolean(),
})
export type LogEntry = z.output<typeof LogEntry>

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/**
 * `sha256` is the hash of the bytes of `previous`, followed by `{day, entry, number}` as JSON without spaces. The keys,
 * including those of `entry`, are in alphabetical order. `previous` is the `sha256` of the line before, null for the
 * first.
 */
export const LogLine = z.object({
  /** Number of the line, counted from 1 without gaps. */
  number: z.int().check(z.positive()),
  day: z.iso.date(),
  entry: LogEntry,
  previous: z.nullable(Sha256),
  sha256: Sha256,
})
export type LogLine = z.output<typeof LogLine>

export const listLog = endpoint({
  method: 'GET',
  path: '/api/log',
  access: 'anyone',
  summary: 'Decisions of the moderators, newest first, as a hash chain that anyone can verify.',
  query: pageQuery(50),
  response: z.object({ lines: z.array(LogLine), nextCursor: NextCursor }),
  otherReplies: revalidated,
})
