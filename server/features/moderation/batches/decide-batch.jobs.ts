import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import type { AccountStatus } from '../../../../contract/social/profiles.ts'
import { accountStatusOf } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import type { BatchesTable, BatchItemsTable } from '../../../db/schema/moderation-schema.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { awaitReviewAgain, openCaseAgain } from '../decisions/await-again.ts'
import { whyNotLift } from '../decisions/lift.ts'
import { findSubject, subjectNotFound } from '../cases/subject.ts'
import { decideSubject } from '../decisions/decide.ts'
import { type Effects, noEffects } from '../decisions/enforcement/effects.ts'
import { changeEnforcement, lockTarget } from '../decisions/enforcement/enforcement.ts'
import { whyNotJudged } from '../decisions/find-decision.ts'
import { logDecision } from '../decisions/log-decision.ts'
import { reverse } from '../decisions/reverse.ts'
import { writeStaffLog } from '../public-log/staff-log.ts'
import { hadCase } from './make-batch.ts'

type BatchDeps = Pick<Deps, 'db' | 'signals'>
type Batch = Selectable<BatchesTable>
type ItemState = Selectable<BatchItemsTable>['state']

export async function workOnBatches(deps: BatchDeps & Pick<Deps, 'jobs'>): Promise<void> {
  await deps.jobs.work('decide-batch', 1, (job) => decideBatch(deps, job))
}

/** Enqueues the batches that a job left unfinished. */
export async function enqueueUnfinishedBatches({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const unfinished = await db
    .selectFrom('batches')
    .select('id')
    .where('finishedAt', 'is', null)
    .orderBy('madeAt')
    .execute()
  for (const { id: batchId } of unfinished) await jobs.send(db, 'decide-batch', { batchId })
}

/**
 * Decides the items of a batch, or reverses their decisions once the batch is undone. Each item has its own transaction,
 * so that no lock is held for long and an interrupted batch continues with the next item. Several processes may run it at
 * the same time.
 *
 * @throws {AggregateError} With the unexpected failures, after the other items are done.
 */
export async function decideBatch(
  deps: BatchDeps,
  { payload: { batchId }, signal }: Pick<JobRun<'decide-batch'>, 'payload' | 'signal'>,
): Promise<void> {
  for (;;) {
    const batch = await findBatch(deps.db, batchId)
    if (!batch) return
    const isUndo = batch.undoneAt !== null
    const positions = await listOpenItems(deps.db, batchId, isUndo)
    if (positions.length === 0) return finish(deps.db, batchId, isUndo)
    const failures: unknown[] = []
    for (const position of positions) {
      signal.throwIfAborted()
      await settleItem(deps, batchId, position).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some items of a batch failed and will be retried')
  }
}

function findBatch(db: Db, id: string): Promise<Batch | undefined> {
  return db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()
}

async function listOpenItems(db: Db, batchId: string, isUndo: boolean): Promise<number[]> {
  const items = await db
    .selectFrom('batchItems')
    .select('position')
    .where('batchId', '=', batchId)
    .where('state', 'in', isUndo ? ['waiting', 'decided'] : ['waiting'])
    // The reversal of an item with a reason was refused.
    .where('reason', 'is', null)
    .orderBy('position')
    .execute()
  return items.map(({ position }) => position)
}

/** Deletes the texts of a finished batch. Does nothing if the batch was undone meanwhile, because items are left then. */
async function finish(db: Db, id: string, isUndo: boolean): Promise<void> {
  await sql`
    update batches set finished_at = now(), facts = null, note = null, undo_answer = null
    where id = ${id} and finished_at is null and (undone_at is not null) = ${isUndo}`.execute(db)
}

/**
 * Decides or reverses one item. An item that is refused, for example because its account is deleted, is skipped. If its
 * reversal is refused, its decision stays and an admin may undo the batch again.
 */
async function settleItem(deps: BatchDeps, batchId: string, position: number): Promise<void> {
  let state: ItemState = 'waiting'
  try {
    await changeEnforcement(deps, async (tx) => {
      // Other processes wait here, so that each item is decided once. The row is locked before everything else.
      const item = await tx
        .selectFrom('batchItems')
        .select(['subjectId', 'decisionId', 'state', 'hadCase', 'reason'])
        .where('batchId', '=', batchId)
        .where('position', '=', position)
        .forUpdate()
        .executeTakeFirstOrThrow()
      state = item.state
      const batch = await findBatch(tx, batchId)
      if (batch?.undoneAt && item.decisionId && state === 'decided' && item.reason === null) {
        const effects = await reverseItem(tx, batch, { decisionId: item.decisionId, hadCase: item.hadCase })
        await changeItem(tx, { batchId, position, state }, { state: 'undone' })
        return { result: undefined, effects }
      }
      if (!batch || !item.subjectId || state !== 'waiting') return { result: undefined, effects: noEffects }
      if (batch.undoneAt) throw new AppError('CONFLICT', 'Undone before it was decided.')
      const { result, effects } = await decideItem(tx, batch, item.subjectId)
      await changeItem(
        tx,
        { batchId, position, state },
        {
          state: 'decided',
          decisionId: result.id,
          hadCase: hadCase(sql`${result.id}::uuid`),
        },
      )
      return { result: undefined, effects }
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error
    const left = state === 'waiting' ? 'skipped' : state
    await changeItem(deps.db, { batchId, position, state }, { state: left, reason: error.message })
  }
}

/** Does nothing if another process has changed the item's state. */
async function changeItem(
  db: Db,
  { batchId, position, state }: { batchId: string; position: number; state: ItemState },
  to: Omit<Updateable<BatchItemsTable>, 'hadCase'> & { hadCase?: RawBuilder<boolean> },
): Promise<void> {
  await db
    .updateTable('batchItems')
    .set({ ...to, subjectId: null })
    .where('batchId', '=', batchId)
    .where('position', '=', position)
    .where('state', '=', state)
    .execute()
}

async function decideItem(
  tx: Db,
  { madeBy, kind, rule, measure, until, facts, note }: Batch,
  subjectId: string,
): Promise<{ result: Decision; effects: Effects }> {
  const subject = await findSubject(tx, kind, subjectId)
  if (!subject) throw subjectNotFound(kind)
  if (!madeBy || !facts) throw new AppError('ACCESS_DENIED', 'The moderator’s account was deleted.')
  await requireActiveMaker(tx, madeBy)
  const { personId } = subject
  await lockTarget(tx, { kind, subjectId, personId }, measure)
  const { rows } = await sql<{ isStaff: boolean; isInForce: boolean }>`
    select role <> 'member' as is_staff, ${measure} <> 'warn' and exists (
      select from decisions join cases on cases.id = case_id
      where cases.subject_id = ${subjectId} and cases.kind = ${kind}
        and decisions.measure = ${measure} and decisions.state = 'in-force'
    ) as is_in_force
    from users where id = ${personId}`.execute(tx)
  if (rows[0]?.isStaff) throw new AppError('ACCESS_DENIED', 'Moderators and admins can only be decided one by one.')
  // Another moderator may have selected the same accounts.
  if (rows[0]?.isInForce) throw new AppError('CONFLICT', 'This was already in force.')
  return decideSubject(tx, madeBy, { kind, subjectId, rule, measure, until, facts, note })
}

/** @throws {AppError} If the moderator was restricted, suspended or scheduled for deletion after the request. */
async function requireActiveMaker(tx: Db, madeBy: string): Promise<void> {
  const { rows } = await sql<{ status: AccountStatus }>`
    select ${accountStatusOf} as status from users where id = ${madeBy}`.execute(tx)
  if (rows[0]?.status !== 'active') {
    throw new AppError('ACCESS_DENIED', 'The moderator’s account was not active any more.')
  }
}

async function reverseItem(
  tx: Db,
  { undoneBy, undoAnswer }: Batch,
  { decisionId, hadCase: hasClosedCase }: { decisionId: string; hadCase: boolean },
): Promise<Effects> {
  if (!undoneBy || !undoAnswer) throw new AppError('ACCESS_DENIED', 'The account that undid this was deleted.')
  const whyNot = whyNotLift(undoneBy)
  const effects = await reverse(tx, decisionId, {
    states: ['in-force', 'over'],
    mayReverse: sql<boolean>`${whyNot} is null`,
    answer: undoAnswer,
    byId: undoneBy,
  })
  const { state, measure } = await tx
    .selectFrom('decisions')
    .select(['state', 'measure'])
    .where('id', '=', decisionId)
    .executeTakeFirstOrThrow()
  if (!effects) {
    // The decision was reversed on its own before.
    if (state === 'reversed') return noEffects
    throw await whyNotJudged(tx, decisionId, whyNot)
  }
  if (hasClosedCase) await openCaseAgain(tx, decisionId)
  const left = await awaitReviewAgain(tx, decisionId, effects)
  await writeStaffLog(tx, undoneBy, 'lift', { decisionId, measure })
  await logDecision(tx, decisionId, 'reversed')
  return left
}
