import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { activeErrors } from '../errors.ts'
import { Count, NextCursor, pageQuery } from '../fields.ts'
import { CaseKind } from './cases.ts'
import { Detected, Measure, RuleKey, Source } from './decisions.ts'

/**
 * What anybody may know of a decision: no names, titles, words or ids, and no free text, where personal data hides.
 * `upheld` ends an appeal; `reversed` does, too, or tells that a decision was lifted without one.
 */
export const LogEntry = z.object({
  event: z.enum(['decided', 'upheld', 'reversed', 'over']),
  kind: CaseKind,
  rule: RuleKey,
  measure: Measure,
  /** How long it holds; null for what has no length. */
  duration: z.nullable(z.enum(['days', 'weeks', 'months', 'unlimited'])),
  source: Source,
  detected: Detected,
  /** Whether who decided judged the appeal, too: nobody else looks after the site. */
  sameJudge: z.boolean(),
})
export type LogEntry = z.output<typeof LogEntry>

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/**
 * `sha256` is that of the bytes of `previous` followed by the text of `{day, entry, number}` as JSON without spaces, its
 * keys and those of `entry` in alphabetical order. `previous` is the `sha256` of the line before, null for the first.
 */
export const LogLine = z.object({
  /** From 1, without gaps. */
  number: z.int().check(z.positive()),
  day: z.iso.date(),
  entry: LogEntry,
  previous: z.nullable(Sha256),
  sha256: Sha256,
})
export type LogLine = z.output<typeof LogLine>

/** A month in numbers. Each thing counts in the month in which it happened. */
export const LogMonth = z.object({
  /** `2026-11` */
  month: z.string(),
  reports: Count,
  /** By the rule that was judged: how often it was broken, and how often nothing was found. */
  decisions: z.array(z.object({ rule: RuleKey, broken: Count, unfounded: Count })),
  /** From the first report or notice to the decision; null if there was none. */
  medianMinutes: z.nullable(Count),
  appealed: Count,
  reversed: Count,
  /** Comments of newcomers that waited for staff's look, and those that were let in. */
  held: Count,
  released: Count,
})
export type LogMonth = z.output<typeof LogMonth>

export const listLog = endpoint({
  method: 'GET',
  path: '/api/log',
  summary: 'What the moderators decided, the newest first: a chain of lines that anybody can check.',
  query: pageQuery(50),
  response: z.object({ lines: z.array(LogLine), nextCursor: NextCursor }),
  otherReplies: revalidated,
})

export const summariseLog = endpoint({
  method: 'GET',
  path: '/api/log/summary',
  summary: 'The same in numbers by month, the newest first; up to a minute old.',
  response: z.object({ months: z.array(LogMonth) }),
  otherReplies: revalidated,
})

export const exportStatements = endpoint({
  method: 'GET',
  path: '/api/statements.jsonl',
  summary: "The statements of reasons for the EU's transparency database (schema v2), a line each. For admins.",
  query: z.strictObject({
    /** Decided on this day (UTC) or later. */
    since: z.optional(z.iso.date('Please give a day, as in 2026-11-22')),
  }),
  response: z.string(),
  contentType: 'application/jsonl',
  errors: [...activeErrors, 'ACCESS_DENIED'],
})
