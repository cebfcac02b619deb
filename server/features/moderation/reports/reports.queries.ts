import { sql, type RawBuilder } from 'kysely'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import { ruleOfReason } from '../../../../contract/moderation/rules.ts'
import type { ReportBody } from '../../../../contract/moderation/reports.ts'
import type { Viewer } from '../../../access/can.ts'
import { isVisibleTo, visibleComment } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { AppError } from '../../../errors/app-error.ts'
import { countReport, openCase } from '../cases/open-case.ts'
import { subjectNotFound } from '../cases/subject.ts'
import { getRule } from '../rules/own-rules.ts'

export interface Reported {
  kind: CaseKind
  id: string
}

/** The column of `reports` that contains the id of each kind of subject. */
export const reportedColumns = { video: 'videoId', comment: 'commentId', account: 'personId' } as const

/**
 * Stores a report and joins or opens the case about its subject. A report alone hides nothing. A repeated report by the
 * same user updates their open report. Each report by a visitor is separate because visitors are anonymous.
 *
 * @returns The report's id.
 * @throws {AppError} VALIDATION_FAILED for a removed rule. NOT_FOUND for missing subjects and subjects hidden from the
 *   reporter. BAD_REQUEST for the reporter's own comment or account.
 */
export function report(
  db: Db,
  { kind, id }: Reported,
  viewer: Viewer,
  { reason, otherText = null }: ReportBody,
): Promise<string> {
  const rule = ruleOfReason(reason)
  const reporterId = viewer?.id
  return inTransaction(db, async (tx) => {
    if (rule) await getRule(tx, rule, 'reason')
    const seen = await requireReportable(tx, { kind, id }, reporterId)
    const subject = reporterId === undefined ? null : seen
    const opening = { kind, subjectId: id, source: 'report' as const, rules: rule ? [rule] : [], reporterId }
    const { id: caseId, isOpen } = await openCase(tx, opening)
    const column = sql.ref(reportedColumns[kind])
    const { rows } = await sql<{ id: string; isNew: boolean }>`
      insert into reports (${column}, user_id, subject, reason, other_text, case_id)
      values (${id}, ${reporterId ?? null}, ${subject}, ${reason}, ${reason === 'other' ? otherText : null}, ${caseId})
      on conflict (${column}, user_id) where user_id is not null and closed_at is null
        do update set subject = excluded.subject, reason = excluded.reason, other_text = excluded.other_text
      returning id, xmax = 0 as is_new`.execute(tx)
    const { id: reportId, isNew } = rows[0]!
    if (isNew && isOpen) await countReport(tx, caseId)
    return reportId
  })
}

/**
 * One select per kind of subject, for subjects that this viewer may see. `person_id` is the owner, and `subject` is a
 * one-line description.
 */
const selects: Record<CaseKind, (id: string, viewerId: string | undefined) => RawBuilder<unknown>> = {
  video: (id, viewerId) =>
    sql`select user_id as person_id, title as subject from videos where id = ${id} and ${isVisibleTo(viewerId)}`,
  comment: (id, viewerId) =>
    sql`select user_id as person_id, text as subject from (${visibleComment(id, viewerId)}) as visible`,
  account: (id) => sql`select id as person_id, display_name as subject from users where id = ${id} and not is_hidden`,
}

/** Checks that this viewer may report the subject. @returns The title, the comment's text or the name. */
async function requireReportable(db: Db, { kind, id }: Reported, viewerId: string | undefined): Promise<string> {
  const { rows } = await sql<{ personId: string; subject: string }>`${selects[kind](id, viewerId)}`.execute(db)
  if (!rows[0]) throw subjectNotFound(kind)
  if (kind === 'video' || rows[0].personId !== viewerId) return rows[0].subject
  throw new AppError(
    'BAD_REQUEST',
    kind === 'comment' ? 'This is your own comment. You can delete it instead.' : 'This is your own account.',
  )
}
