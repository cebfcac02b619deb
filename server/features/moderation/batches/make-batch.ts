import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Batch, BatchBody } from '../../../../contract/moderation/batches.ts'
import type { Person } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { requireFuture } from '../decisions/decide.ts'
import { getRule } from '../rules/own-rules.ts'
import { writeStaffLog } from '../public-log/staff-log.ts'
import { getBatch, mayUndo } from './list-batches.ts'

type BatchDeps = Pick<Deps, 'db' | 'jobs' | 'limits'>

/**
 * Stores a batch of decisions and enqueues its job. A repeated request with the same id changes nothing and does not
 * count towards the limit.
 *
 * @returns The batch with its progress so far.
 * @throws {AppError} VALIDATION_FAILED; RATE_LIMITED; CONFLICT if the id was used by another moderator or for another
 *   batch.
 */
export async function makeBatch(deps: BatchDeps, moderator: Person, id: string, body: BatchBody): Promise<Batch> {
  const { db, limits } = deps
  const existing = await db.selectFrom('batches').select('id').where('id', '=', id).executeTakeFirst()
  if (!existing) {
    requireFuture(body.until)
    await getRule(db, body.rule)
    await limits.take('account-batches', moderator.id)
    await insertBatch(deps, moderator, id, body)
  }
  await refuseOther(db, moderator, id, body)
  return getBatch(db, moderator, id)
}

/** @throws {AppError} CONFLICT if the stored batch is not the requested one. */
async function refuseOther(db: Db, moderator: Person, id: string, body: BatchBody): Promise<void> {
  const { kind, rule, measure, until = null, isQuiet = false, subjectIds } = body
  const { rows } = await sql<{ isMine: boolean; isSame: boolean }>`
    select made_by = ${moderator.id} as is_mine,
      kind = ${kind} and rule = ${rule} and measure = ${measure} and until is not distinct from ${until}::timestamptz
        and is_quiet = ${isQuiet} and (select count(*) from batch_items where batch_id = ${id}) = ${new Set(subjectIds).size} as is_same
    from batches where id = ${id}`.execute(db)
  if (!rows[0]?.isMine) throw new AppError('CONFLICT', 'This has already been decided.')
  if (!rows[0].isSame) {
    throw new AppError('CONFLICT', 'This was already sent with other choices. You can undo it under Batch decisions.')
  }
}

/** Inserts a batch. Does nothing if a concurrent request has inserted the same batch. */
function insertBatch({ db, jobs }: BatchDeps, moderator: Person, id: string, body: BatchBody): Promise<void> {
  const { kind, rule, measure, until = null, facts, note, isQuiet, seenReports } = body
  return db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('batches')
      .values({ id, kind, rule, measure, until, facts, isQuiet, note: note?.trim() || null, madeBy: moderator.id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return
    const { numAffectedRows: count } = await sql`
      insert into batch_items (batch_id, position, subject_id, seen_reports)
      select ${id}, min(position), subject_id, min(seen_reports)
      from unnest(${body.subjectIds}::uuid[], ${seenReports ?? []}::integer[])
        with ordinality as subjects (subject_id, seen_reports, position)
      group by subject_id`.execute(tx)
    await writeStaffLog(tx, moderator.id, 'make-batch', { batchId: id, kind, rule, measure, count: Number(count) })
    await jobs.send(tx, 'decide-batch', { batchId: id })
  })
}

/**
 * Condition that a decision of the current transaction closed an earlier case. A case that was opened for the decision
 * has the start time of the transaction.
 */
export function hadCase(decisionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    select opened_at <> now() from decisions join cases on cases.id = case_id where decisions.id = ${decisionId}
  )`
}

/** Records the decisions about a wave of comments as a finished batch, so that they can be undone together. */
export async function recordWave(
  tx: Db,
  moderatorId: string,
  rule: BatchBody['rule'],
  decisionIds: string[],
): Promise<void> {
  const id = randomUUID()
  await tx
    .insertInto('batches')
    .values({
      id,
      kind: 'comment',
      rule,
      measure: 'hide',
      isWave: true,
      madeBy: moderatorId,
      finishedAt: sql<string>`now()`,
    })
    .execute()
  await sql`
    insert into batch_items (batch_id, position, decision_id, state, had_case)
    select ${id}, position, decision_id, 'decided', ${hadCase(sql`decision_id`)}
    from unnest(${decisionIds}::uuid[]) with ordinality as decided (decision_id, position)`.execute(tx)
}

/**
 * Stops a batch and enqueues the job that reverses its decisions. A repeated request changes nothing, except that an
 * admin's request retries reversals that were refused.
 *
 * @param answer A sentence for the affected users.
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED for other moderators; RATE_LIMITED.
 */
export async function undoBatch(
  { db, jobs, limits }: Pick<Deps, 'db' | 'jobs' | 'limits'>,
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
    await tx
      .updateTable('batchItems')
      .set({ reason: null })
      .where('batchId', '=', id)
      .where('state', '=', 'decided')
      .execute()
    await writeStaffLog(tx, moderator.id, 'undo-batch', { batchId: id })
    await jobs.send(tx, 'decide-batch', { batchId: id })
  })
  const batch = await getBatch(db, moderator, id)
  if (batch.undoneAt === null) {
    throw new AppError('ACCESS_DENIED', 'Only the moderator who made this decision and admins can undo it.')
  }
  return batch
}
