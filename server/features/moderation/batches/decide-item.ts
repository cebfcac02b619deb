import { type Selectable, sql } from 'kysely'
import type { Enforcement } from '../../../../contract/moderation/decisions.ts'
import { accountStatusOf } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import type { ModerationTables } from '../../../db/schema/moderation-schema.ts'
import { AppError } from '../../../errors/app-error.ts'
import { decideLockedCase, decideLockedSubject } from '../decisions/decide.ts'
import type { Decided } from '../decisions/create-decision.ts'
import { lockTarget } from '../decisions/enforcement/enforcement.ts'
import { getTargetOfCase, getTargetOfSubject, type Target } from '../decisions/targets.ts'

export type BatchRow = Selectable<ModerationTables['batches']>

/**
 * Decides the case or the subject of an item that waits. The caller has locked the item.
 *
 * @throws {AppError} If the item cannot be decided in a batch, with the reason.
 */
export async function decideItem(
  tx: Db,
  { madeBy, kind, rule, measure, until, facts, note, isQuiet }: BatchRow,
  { subjectId: id, seenReports }: { subjectId: string; seenReports: number },
): Promise<Decided> {
  const target = kind === 'case' ? await getTargetOfCase(tx, id) : await getTargetOfSubject(tx, kind, id)
  if (!madeBy || !facts) throw new AppError('ACCESS_DENIED', 'The moderator’s account was deleted.')
  await requireActiveModerator(tx, madeBy, 'The moderator’s account was not active any more.')
  await lockTarget(tx, target, measure)
  const { rows } = await sql`select from users where id = ${target.personId} and role <> 'member'`.execute(tx)
  if (rows.length > 0)
    throw new AppError('ACCESS_DENIED', 'Decisions about moderators and admins must be made one by one.')
  const body = { rule, measure, until, facts, note, isQuiet }
  if (kind === 'case') {
    await refuseChanged(tx, id, seenReports)
    return decideLockedCase(tx, { caseId: id, moderatorId: madeBy, body })
  }
  // Another moderator may have selected the same accounts.
  if (await isInForce(tx, target, measure)) throw new AppError('CONFLICT', 'This was already in force.')
  return decideLockedSubject(tx, madeBy, { ...target, ...body })
}

async function isInForce(tx: Db, { kind, subjectId }: Target, measure: Enforcement): Promise<boolean> {
  const { rows } = await sql`
    select from decisions join cases on cases.id = case_id
    where ${measure} <> 'warn' and cases.subject_id = ${subjectId} and cases.kind = ${kind}
      and decisions.measure = ${measure} and decisions.state = 'in-force' limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Locks a case and checks that it has not changed since the moderator selected it.
 * @throws {AppError} CONFLICT if the case has later reports, or a dispute, which a batch cannot answer.
 */
async function refuseChanged(tx: Db, caseId: string, seenReports: number): Promise<void> {
  const { rows } = await sql<{ reportsCount: number; isDisputed: boolean }>`
    select reports_count, exists (
      select from reposts where reposts.video_id = cases.video_id and cases.kind = 'video' and reposts.state = 'disputed'
    ) as is_disputed
    from cases where id = ${caseId} and state = 'open' for update`.execute(tx)
  if (!rows[0]) return
  if (rows[0].isDisputed)
    throw new AppError('CONFLICT', 'Its creator disputes which clip was first. Answer that first.')
  if (rows[0].reportsCount > seenReports) throw new AppError('CONFLICT', 'It was reported again after you selected it.')
}

/** Checks that a moderator is still active. @throws {AppError} ACCESS_DENIED with the given reason. */
export async function requireActiveModerator(tx: Db, moderatorId: string, reason: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${moderatorId} and ${accountStatusOf} = 'active'`.execute(tx)
  if (rows.length === 0) throw new AppError('ACCESS_DENIED', reason)
}
