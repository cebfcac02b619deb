import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { QUIET_DAYS } from '../../../../contract/moderation/decisions.ts'
import type { Db } from '../../../db/connect.ts'
import type { ModerationTables } from '../../../db/schema/moderation-schema.ts'
import { AppError } from '../../../errors/app-error.ts'
import { type Choice, isOpenTo, whyNotDecide } from './may-decide.ts'
import { alreadyDecided, caseNotFound } from './refusals.ts'

/** A case that is decided in the current transaction. */
export type ClosedCase = Pick<
  Selectable<ModerationTables['cases']>,
  'id' | 'kind' | 'subjectId' | 'videoId' | 'commentId' | 'personId' | 'source'
>

/**
 * Closes a case for the moderator who decides it, and answers its reports. Of several concurrent calls, one succeeds.
 * The decision must be stored in the same transaction. The caller first locks what the enforcement changes.
 *
 * @param closing.isDismissal Whether the decision is “No violation”.
 * @param closing.isQuiet Whether further reports of the same text open no new case for `QUIET_DAYS`.
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED with the reason; CONFLICT if the case is closed or claimed by another
 *   moderator.
 */
export async function closeCase(
  tx: Db,
  id: string,
  { moderatorId, isDismissal, isQuiet }: { moderatorId: string; isDismissal: boolean; isQuiet: boolean },
): Promise<ClosedCase> {
  const { rows } = await sql<ClosedCase>`
    update cases set state = 'closed', closed_at = now(), claimed_by = null, claimed_until = null,
      quiet_until = case when ${isQuiet} then now() + make_interval(days => ${QUIET_DAYS}) end
    where id = ${id} and ${isOpenTo(moderatorId, { isDismissal })}
    returning id, kind, subject_id, video_id, comment_id, person_id, source`.execute(tx)
  if (!rows[0]) throw await whyNotOpen(tx, id, moderatorId, { isDismissal })
  await closeReports(sql`select ${id}::uuid`).execute(tx)
  return rows[0]
}

/** Returns the error that explains why the moderator could not claim or decide a case. */
export async function whyNotOpen(db: Db, id: string, moderatorId: string, choice?: Choice): Promise<AppError> {
  const found = await db
    .selectFrom('cases')
    .select(['state', whyNotDecide(moderatorId, choice).as('whyNot')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return caseNotFound()
  if (found.whyNot) return new AppError('ACCESS_DENIED', found.whyNot)
  if (found.state === 'closed') return alreadyDecided()
  return new AppError('CONFLICT', 'Another moderator is reviewing this right now.')
}

/**
 * Closes the open cases about a clip and about its comments. It runs in the transaction that deletes the clip and has
 * locked it. A case that is closed without a decision means that its subject was deleted.
 */
export async function closeCasesOfVideo(tx: Db, videoId: string): Promise<void> {
  await closeCases(tx, sql`video_id = ${videoId}`)
}

async function closeCases(tx: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with closed as (
      update cases set state = 'closed', closed_at = now() where ${which} and state = 'open' returning id
    )
    ${closeReports(sql`select id from closed`)}`.execute(tx)
}

/**
 * Returns a statement that closes the open reports of these cases. Later reports of the same subjects may open a new
 * case (`mayReopen`).
 */
function closeReports(caseIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`update reports set closed_at = now() where case_id in (${caseIds}) and closed_at is null`
}

/**
 * Parts of a statement that close the open cases about deleted comments. Usage:
 *
 *     with gone as (delete … returning id), ${closeCasesOfComments}
 */
export const closeCasesOfComments = sql`
    closed as (
      update cases set state = 'closed', closed_at = now() from gone
      where cases.kind = 'comment' and cases.subject_id = gone.id and cases.state = 'open' returning cases.id
    ),
    answered as (${closeReports(sql`select id from closed`)})`

/**
 * Closes and anonymises the cases about an account, in the transaction that deletes the account. A random id replaces
 * the account's id, so that its cases stay grouped.
 */
export async function anonymiseCasesAbout(tx: Db, userId: string): Promise<void> {
  const isAbout = sql`kind = 'account' and subject_id = ${userId}`
  await closeCases(tx, isAbout)
  await sql`update cases set subject_id = ${randomUUID()} where ${isAbout}`.execute(tx)
}
