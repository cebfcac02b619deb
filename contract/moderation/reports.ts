import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, keyWithOwnRules, textOrNull } from '../fields.ts'
import type { OwnRuleKey } from './rules.ts'

export const REPORT_TEXT_MAX_LENGTH = 2_000

/** Standard reasons of a report, and their labels. Rules that an admin added are reasons, too. */
export const reportReasons = {
  'real-video': 'Real video / Not AI',
  nudity: 'Nudity / sexual content',
  violence: 'Violence / graphic content',
  hate: 'Hate speech or symbols',
  spam: 'Spam or misleading',
  other: 'Other',
} as const
export type StandardReason = keyof typeof reportReasons
export type ReportReason = StandardReason | OwnRuleKey
export const defaultReportReason: StandardReason = 'real-video'

export const Reason = keyWithOwnRules<StandardReason>(
  Object.keys(reportReasons) as StandardReason[],
  'Please choose a reason for your report',
)

/** `otherText` is stored only with the reason 'other', which requires it. */
export const ReportBody = z
  .strictObject({
    reason: z._default(Reason, defaultReportReason),
    otherText: z.optional(z.nullable(textOrNull(REPORT_TEXT_MAX_LENGTH))),
  })
  .check(
    z.refine(({ reason, otherText }) => reason !== 'other' || Boolean(otherText), {
      path: ['otherText'],
      message: "Please describe the issue when selecting 'Other'",
    }),
  )
export type ReportBody = z.output<typeof ReportBody>

const ReportReply = z.object({ reportId: Id })

/** Declares the endpoint that reports a subject. */
function reportEndpoint(path: string, subject: string) {
  return endpoint({
    method: 'POST',
    path,
    access: 'anyone',
    summary: `Report ${subject}. A signed-in caller who reports it again updates the open report. A report never hides anything on its own.`,
    params: IdParams,
    body: ReportBody,
    response: ReportReply,
    status: 201,
    errors: ['NOT_FOUND'],
  })
}

export const reportVideo = reportEndpoint('/api/videos/:id/report', 'a video')
export const reportComment = reportEndpoint('/api/comments/:id/report', 'a comment')
export const reportAccount = reportEndpoint('/api/users/:id/report', 'an account')
