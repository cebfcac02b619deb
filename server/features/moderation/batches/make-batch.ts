import { sql } from 'kysely'
import type { Batch, BatchBody } from '../../../../contract/moderation/batches.ts'
import type { Person } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { requireFuture } from '../decisions/decide.ts'
import { getRule } from '../rules/own-rules.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { getBatch } from './list-batches.ts'
import { alreadyDecided } from '../cases/refusals.ts'

export type BatchDeps = Pick<Deps, 'db' | 'jobs' | 'limits'>

/**
 * Stores a batch of decisions and enqueues its job. A repeated request with the same id changes nothing and does not
 * count towards the limit.
 *
 * @returns The batch with its progress so far.
 * @throws {AppError} VALIDATION_FAILED; RATE_LIMITED; CONFLICT if the id belongs to another batch or another
 *   moderator's batch.
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
  await refuseDifferentBatch(db, moderator, id, body)
  return getBatch(db, moderator, id)
}

/** @throws {AppError} CONFLICT if the stored batch is not the requested one. */
async function refuseDifferentBatch(db: Db, moderator: Person, id: string, body: BatchBody): Promise<void> {
  const { kind, rule, measure, until = null, isQuiet = false, subjectIds } = body
  // The subject of a decided item is found through its decision. Skipped items of accounts no longer name theirs.
  const isAboutOthers = sql`exists (
    select from batch_items left join decisions on decisions.id = decision_id left join cases on cases.id = case_id
    where batch_id = ${id} and coalesce(batch_items.subject_id, case ${kind} when 'case' then cases.id else cases.subject_id end)
      <> all (${subjectIds}::uuid[]))`
  const { rows } = await sql<{ isMine: boolean; isSame: boolean }>`
    select made_by = ${moderator.id} as is_mine,
      kind = ${kind} and rule = ${rule} and measure = ${measure} and until is not distinct from ${until}::timestamptz
        and is_quiet = ${isQuiet} and (select count(*) from batch_items where batch_id = ${id}) = ${new Set(subjectIds).size}
        and not ${isAboutOthers} as is_same
    from batches where id = ${id}`.execute(db)
  if (!rows[0]?.isMine) throw alreadyDecided()
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
      .values({ id, kind, rule, measure, until, facts, isQuiet, note: note ?? null, madeBy: moderator.id })
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
    await jobs.enqueue(tx, 'decide-batch', { batchId: id })
  })
}
