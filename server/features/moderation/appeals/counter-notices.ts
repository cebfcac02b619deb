import { type Selectable, sql } from 'kysely'
import { DAY_MS } from '../../../../contract/time.ts'
import { type CounterNoticeBody, RESTORED_AFTER_WEEKDAYS } from '../../../../contract/moderation/counter-notices.ts'
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import type { Db } from '../../../db/connect.ts'
import type { ModerationTables } from '../../../db/schema/moderation-schema.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { getStatement } from './statements.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'

/**
 * Stores an owner's answer to the copyright notice that hid their content. Of several concurrent counter-notices, one
 * is stored.
 *
 * @throws {AppError} NOT_FOUND, including for decisions about other users; CONFLICT; RATE_LIMITED.
 */
export async function sendCounterNotice(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  personId: string,
  id: string,
  { explanation, name, contact, signature }: CounterNoticeBody,
): Promise<Statement> {
  await limits.take('account-appeals', personId)
  const statement = await getStatement(db, personId, id)
  if (!statement.mayCounter) throw refusal(statement)
  const restoreOn = weekdaysAfter(new Date(), RESTORED_AFTER_WEEKDAYS)
  const kept = await db
    .insertInto('counterNotices')
    .values({ decisionId: id, explanation, name, contact, signature, restoreOn })
    .onConflict((conflict) => conflict.column('decisionId').doNothing())
    .returning('id')
    .executeTakeFirst()
  const now = await getStatement(db, personId, id)
  if (!kept) throw refusal(now)
  return now
}

function refusal({ counterNotice, state }: Statement): AppError {
  if (counterNotice) return new AppError('CONFLICT', 'You’ve already sent a counter-notice.')
  if (state !== 'in-force') return new AppError('CONFLICT', 'This decision is no longer in force.')
  return new AppError(
    'CONFLICT',
    'Counter-notices are only for content hidden after a copyright notice. You can appeal instead.',
  )
}

/** A stored counter-notice as shown to the server administrator, who forwards it to the claimant. */
export interface SentCounterNotice extends Omit<
  Selectable<ModerationTables['counterNotices']>,
  'decisionId' | 'courtActionAt'
> {
  /** Address of the hidden clip, or of the hidden comment's clip. Null if the clip was deleted. */
  address: string | null
  isCourtAction: boolean
  caseId: string
  /** Senders of the notices that the counter-notice answers: `Name <address>`. */
  claimants: string[]
}

/** Lists counter-notices, newest first, or only the one with the given number. */
export async function listCounterNotices(
  db: Db,
  { id, limit }: { id?: string; limit: number },
): Promise<SentCounterNotice[]> {
  const { rows } = await sql<SentCounterNotice>`
    select counter_notices.id, sent_at, counter_notices.name, counter_notices.contact, counter_notices.signature,
      counter_notices.explanation, '/video/' || cases.video_id as address, restore_on,
      court_action_at is not null as is_court_action, cases.id as case_id,
      array(
        select distinct notices.name || ' <' || notices.email || '>' from reports
        join notices on notices.id = reports.notice_id
        where reports.case_id = cases.id and notices.kind = 'copyright' and notices.forgotten_at is null order by 1
      ) as claimants
    from counter_notices join decisions on decisions.id = decision_id join cases on cases.id = case_id
    where ${id ? sql`counter_notices.id = ${id}` : sql`true`}
    order by sent_at desc, counter_notices.id desc limit ${limit}`.execute(db)
  return rows
}

/** Adds weekdays (Monday to Friday, in UTC) to a time. @returns The resulting day, such as `2026-11-22`. */
export function weekdaysAfter(from: Date, weekdays: number): string {
  let day = from
  for (let left = weekdays; left > 0;) {
    day = new Date(day.getTime() + DAY_MS)
    if (day.getUTCDay() % 6 !== 0) left--
  }
  return day.toISOString().slice(0, 10)
}

/**
 * Records whether a claimant has gone to court after a counter-notice. While a court action is pending, nothing is
 * restored automatically. Admins can record an action about their own content, but cannot delete the record.
 *
 * @throws {AppError} NOT_FOUND if there is no counter-notice; ACCESS_DENIED; CONFLICT if the decision is no longer in
 *   force.
 */
export async function markCourtAction(
  db: Db,
  adminId: string,
  { id, isCourtAction }: { id: string; isCourtAction: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The sweep that restores content locks this row first, too. The update therefore sees a concurrent restoration.
    const { rows } = await sql<{ isOwn: boolean }>`
      select coalesce(person_id = ${adminId}, false) as is_own
      from counter_notices join decisions on decisions.id = decision_id
      where decision_id = ${id} for update of counter_notices`.execute(tx)
    if (!rows[0]) throw new AppError('NOT_FOUND', 'There’s no counter-notice against this decision.')
    if (rows[0].isOwn && !isCourtAction) {
      throw new AppError('ACCESS_DENIED', 'This is about you, so another admin has to do this.')
    }
    const { numAffectedRows } = await sql`
      update counter_notices set court_action_at = ${isCourtAction ? sql`coalesce(court_action_at, now())` : sql`null`}
      from decisions where decisions.id = decision_id and decision_id = ${id} and state = 'in-force'`.execute(tx)
    if (numAffectedRows !== 1n) throw new AppError('CONFLICT', 'This decision is no longer in force.')
    await writeStaffLog(tx, adminId, 'court-action', { decisionId: id, isCourtAction })
  })
}
