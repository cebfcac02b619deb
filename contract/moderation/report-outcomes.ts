import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../fields.ts'
import { Reason } from './reports.ts'
import { CaseKind } from './cases.ts'
import { RuleKey } from './decisions.ts'

/**
 * The outcome of a report. `acted`: it led to enforcement. `taken-back`: the enforcement was lifted later, for example
 * after an appeal. `gone`: the owner deleted the subject first.
 */
export const ReportState = z.enum(['open', 'acted', 'taken-back', 'nothing-found', 'gone'])
export type ReportState = z.output<typeof ReportState>

export const getReport = endpoint({
  method: 'GET',
  path: '/api/reports/:id',
  access: 'anyone',
  summary: 'The outcome of a report, for the holder of its id. Visitors get the id when they report.',
  params: IdParams,
  response: z.object({ state: ReportState }),
  errors: ['NOT_FOUND'],
})

/** A report, as its reporter sees it. It never names the moderator. */
export const OwnReport = z.object({
  id: Id,
  kind: CaseKind,
  /** The title, the comment's text or the name that the reporter saw; empty once the retention period has ended. */
  subject: z.string(),
  /**
   * The clip itself, or the clip that the comment is on. Null for accounts, and for clips that the reporter may not
   * see.
   */
  videoId: z.nullable(Id),
  reason: Reason,
  otherText: z.nullable(z.string()),
  day: z.iso.date(),
  state: ReportState,
  /** The rule that was enforced. */
  rule: z.nullable(RuleKey),
})
export type OwnReport = z.output<typeof OwnReport>

export const listOwnReports = endpoint({
  method: 'GET',
  path: '/api/account/reports',
  access: 'account',
  summary: "The caller's reports and their outcomes, newest first, 100 at most.",
  response: z.object({ reports: z.array(OwnReport) }),
})
