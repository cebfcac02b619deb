import { sql, type UpdateObject } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { type Effects, noEffects } from '../decisions/enforcement/effects.ts'
import { changeEnforcement } from '../decisions/enforcement/enforcement.ts'
import { type BatchRow, decideItem } from './decide-item.ts'
import { hadCase } from './record-wave.ts'
import { reverseItem } from './reverse-item.ts'

type BatchDeps = Pick<Deps, 'db' | 'signals'>

export async function workOnBatches(deps: BatchDeps & Pick<Deps, 'jobs'>): Promise<void> {
  await deps.jobs.work('decide-batch', 1, (job) => decideBatch(deps, job))
}

/** Enqueues unfinished batches again, in case their job was lost. */
export async function enqueueUnfinishedBatches({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const { rows } = await sql<{ batchId: string }>`
    select id as batch_id from batches where finished_at is null order by made_at`.execute(db)
  for (const { batchId } of rows) await jobs.enqueue(db, 'decide-batch', { batchId })
}

/**
 * Decides the items of a batch, or reverses their decisions once the batch is undone. Each item has its own
 * transaction. No lock is thus held for long, and an interrupted batch continues with the next item. Several processes
 * may work on the same batch.
 *
 * @throws {AggregateError} With the unexpected errors of some items, after the other items are done.
 */
export async function decideBatch(
  deps: BatchDeps,
  { payload: { batchId }, signal }: Pick<JobRun<'decide-batch'>, 'payload' | 'signal'>,
): Promise<void> {
  for (;;) {
    const batch = await findBatch(deps.db, batchId)
    if (!batch) return
    const isUndo = batch.undoneAt !== null
    const positions = await listOpenItems(deps.db, batchId, { isUndo })
    if (positions.length === 0) return finish(deps.db, batchId, { isUndo })
    const failures: unknown[] = []
    for (const position of positions) {
      signal.throwIfAborted()
      await settleItem(deps, batchId, position).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some items of a batch failed and will be retried')
  }
}

function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  return db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()
}

async function listOpenItems(db: Db, batchId: string, { isUndo }: { isUndo: boolean }): Promise<number[]> {
  // An item with a reason was already tried and refused.
  const { rows } = await sql<{ position: number }>`
    select position from batch_items
    where batch_id = ${batchId} and state = any (${isUndo ? ['waiting', 'decided'] : ['waiting']}) and reason is null
    order by position`.execute(db)
  return rows.map(({ position }) => position)
}

/**
 * Finishes a batch and deletes its texts. Does nothing if the batch was undone meanwhile, because its items must still
 * be reversed.
 */
async function finish(db: Db, id: string, { isUndo }: { isUndo: boolean }): Promise<void> {
  await sql`
    update batches set finished_at = now(), facts = null, note = null, undo_answer = null
    where id = ${id} and finished_at is null and (undone_at is not null) = ${isUndo}`.execute(db)
}

/** An item in the state in which it was locked. */
type Item = Awaited<ReturnType<typeof lockItem>>

/** The decision or the reversal of an item was refused. The error rolls back the item's transaction. */
class RefusedItemError extends Error {
  readonly item: Item

  constructor(item: Item, { message }: AppError) {
    super(message)
    this.item = item
  }
}

/**
 * Decides or reverses one item. If the decision is refused, for example because the account is deleted, the item is
 * skipped. If the reversal is refused, the decision stays, and an admin may undo the batch again.
 */
async function settleItem(deps: BatchDeps, batchId: string, position: number): Promise<void> {
  try {
    await changeEnforcement(deps, async (tx, emitLater) => {
      const item = await lockItem(tx, batchId, position)
      const effects = await decideOrReverse(tx, item).catch((error: unknown) => {
        throw error instanceof AppError && error.code !== 'UNAVAILABLE' ? new RefusedItemError(item, error) : error
      })
      emitLater(effects)
    })
  } catch (error) {
    if (!(error instanceof RefusedItemError)) throw error
    await recordRefusal(deps.db, error)
  }
}

/** Locks an item. Other processes wait here, so that each item is decided once. Call it before every other lock. */
function lockItem(tx: Db, batchId: string, position: number) {
  return tx
    .selectFrom('batchItems')
    .select(['batchId', 'position', 'subjectId', 'seenReports', 'decisionId', 'state', 'hadCase', 'reason'])
    .where('batchId', '=', batchId)
    .where('position', '=', position)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Decides an item that waits, or reverses its decision if the batch is being undone. Does nothing if neither is due.
 *
 * @throws {AppError} If the item cannot be decided or reversed. CONFLICT if the batch was undone before the decision.
 */
async function decideOrReverse(tx: Db, item: Item): Promise<Effects> {
  const { subjectId, seenReports, decisionId, state, reason } = item
  const batch = await findBatch(tx, item.batchId)
  if (batch?.undoneAt && decisionId && state === 'decided' && reason === null) {
    const effects = await reverseItem(tx, batch, { decisionId, hadCase: item.hadCase })
    await changeItem(tx, item, { state: 'undone' })
    return effects
  }
  if (!batch || !subjectId || state !== 'waiting') return noEffects
  if (batch.undoneAt) throw new AppError('CONFLICT', 'Undone before it was decided.')
  const { decision, effects } = await decideItem(tx, batch, { subjectId, seenReports: seenReports ?? 0 })
  const decided = { state: 'decided', subjectId: null, decisionId: decision.id } as const
  await changeItem(tx, item, { ...decided, hadCase: hadCase(sql`${decision.id}::uuid`) })
  return effects
}

async function recordRefusal(db: Db, { item, message }: RefusedItemError): Promise<void> {
  const state = item.state === 'waiting' ? 'skipped' : item.state
  const subjectId = sql<string | null>`(
    select subject_id where ${state} = 'skipped' and (select kind from batches where id = batch_id) = 'case')`
  await changeItem(db, item, { state, reason: message, subjectId })
}

/** Changes an item. Does nothing if another process has changed its state. */
async function changeItem(
  db: Db,
  { batchId, position, state }: Item,
  to: UpdateObject<Database, 'batchItems'>,
): Promise<void> {
  await db
    .updateTable('batchItems')
    .set(to)
    .where('batchId', '=', batchId)
    .where('position', '=', position)
    .where('state', '=', state)
    .execute()
}
