import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { writeStaffLog } from '../public-log/staff-log.ts'

/**
 * Records whether a claimant has gone to court after a counter-notice. While a court action is pending, nothing is
 * restored automatically.
 *
 * @throws {AppError} NOT_FOUND if there is no counter-notice; CONFLICT if the decision is no longer in force.
 */
export async function markCourtAction(
  db: Db,
  adminId: string,
  { id, isCourtAction }: { id: string; isCourtAction: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The job that restores content also locks this row first. The query below therefore sees the result of a
    // concurrent restoration.
    const { rows } = await sql`select from counter_notices where decision_id = ${id} for update`.execute(tx)
    if (rows.length === 0) throw new AppError('NOT_FOUND', 'There’s no counter-notice against this decision.')
    const { numAffectedRows } = await sql`
      update counter_notices set court_action_at = ${isCourtAction ? sql`coalesce(court_action_at, now())` : sql`null`}
      from decisions where decisions.id = decision_id and decision_id = ${id} and state = 'in-force'`.execute(tx)
    if (numAffectedRows !== 1n) throw new AppError('CONFLICT', 'This decision is no longer in force.')
    await writeStaffLog(tx, adminId, 'court-action', { decisionId: id, isCourtAction })
  })
}
