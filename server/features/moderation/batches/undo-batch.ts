import { sql } from 'kysely'
import type { Batch } from '../../../../contract/moderation/batches.ts'
import type { Person } from '../../../access/can.ts'
import { AppError } from '../../../errors/app-error.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { getBatch, mayUndo } from './list-batches.ts'
import type { BatchDeps } from './make-batch.ts'

/**
 * Stops a batch and enqueues the job that reverses its decisions. A repeated request by an admin retries reversals that
 * were refused. Any other repeated request changes nothing.
 *
 * @param answer A sentence for the affected users.
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED for other moderators; RATE_LIMITED.
 */
export async function undoBatch(
  { db, jobs, limits }: BatchDeps,
  moderator: Person,
  id: string,
  answer: string,
): Promise<Batch> {
  await limits.take('account-decisions', moderator.id)
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update batches set undone_by = ${moderator.id}, undone_at = now(), undo_answer = ${answer}, finished_at = null
      where id = ${id} and ${mayUndo(moderator)}`.execute(tx)
    if (numAffectedRows === 0n) return
    await sql`update batch_items set reason = null where batch_id = ${id} and state = 'decided'`.execute(tx)
    await writeStaffLog(tx, moderator.id, 'undo-batch', { batchId: id })
    await jobs.enqueue(tx, 'decide-batch', { batchId: id })
  })
  const batch = await getBatch(db, moderator, id)
  if (batch.undoneAt === null) {
    throw new AppError('ACCESS_DENIED', 'Only the moderator who made this decision and admins can undo it.')
  }
  return batch
}
