import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { hideComments } from '../../social/comments/hide-comments.ts'
import { lockCasesAbout, openCase } from '../cases/open-case.ts'
import { findSubject } from '../cases/subject.ts'
import { type Effects, noEffects } from './enforcement/effects.ts'
import type { DecidedTarget } from './targets.ts'

/**
 * Makes a comment pending again if the reversed decision had ended its review. No moderator has approved the comment,
 * so the reversal must not make it public. The caller runs this in the transaction of the reversal.
 *
 * @param effects Effects of the reversal.
 * @returns The remaining effects.
 */
export async function awaitReviewAgain(tx: Db, target: DecidedTarget, effects: Effects): Promise<Effects> {
  const { kind, subjectId, measure, detected } = target
  if (kind !== 'comment' || measure !== 'hide' || detected !== 'hold') return effects
  // The reversal showed the comment within this transaction only, so there is nothing to signal.
  await hideComments(tx, [subjectId], 'hold')
  return noEffects
}

/**
 * Opens the case of a reversed decision again, with its reports, if its subject still exists. If the subject has
 * another open case, that case is used instead. If the texts of the old case were deleted, a new case is opened.
 */
export async function openCaseAgain(tx: Db, { id, kind, subjectId, rule }: DecidedTarget): Promise<void> {
  if (!(await findSubject(tx, kind, subjectId))) return
  await lockCasesAbout(tx, subjectId)
  const { rows } = await sql`
    with reopened as (
      update cases set state = 'open', closed_at = null,
        -- Reports since the decision were stored without being counted.
        reports_count = (select count(*) from reports where case_id = cases.id)
      where id = (select case_id from decisions where id = ${id}) and state = 'closed' and snapshot <> '{}'
        and not exists (
          select from cases as other where other.kind = ${kind} and other.subject_id = ${subjectId} and other.state = 'open'
        )
      returning id
    ), reports_again as (
      -- A reporter has at most one open report about a subject.
      update reports set closed_at = null where id in (
        select distinct on (coalesce(user_id, id)) id from reports as judged
        where case_id in (select id from reopened) and not exists (
          select from reports as later
          where later.user_id = judged.user_id and later.closed_at is null
            and (later.video_id, later.comment_id, later.person_id)
              is not distinct from (judged.video_id, judged.comment_id, judged.person_id)
        )
        order by coalesce(user_id, id), created_at desc
      )
    )
    select from reopened`.execute(tx)
  if (rows.length === 0) await openCase(tx, { kind, subjectId, source: 'own', rules: [rule] })
}
