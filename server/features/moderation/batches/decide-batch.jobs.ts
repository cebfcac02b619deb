import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Decision, Enforcement } from '../../../../contract/moderation/decisions.ts'
import type { AccountStatus } from '../../../../contract/account/users.ts'
import { accountStatusOf } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import type { ModerationTables } from '../../../db/schema/moderation-schema.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { awaitReviewAgain, openCaseAgain } from '../decisions/after-reversal.ts'
import { whyNotLift } from '../decisions/lift.ts'
import { decideLockedCase, decideLockedSubject } from '../decisions/decide.ts'
import { type Effects, noEffects } from '../decisions/enforcement/effects.ts'
import { changeEnforcement, lockTarget } from '../decisions/enforcement/enforcement.ts'
import { getTargetOfCase, getTargetOfSubject, type Target } from '../decisions/targets.ts'
import { whyNotJudged } from '../decisions/get-decision.ts'
import { logDecision } from '../decisions/log-decision.ts'
import { reverse } from '../decisions/reverse.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { hadCase } from './record-wave.ts'

type BatchDeps = Pick<Deps, 'db' | 'signals'>
type Batch = Selectable<ModerationTables['batches']>

/** Registers the work of the batch jobs. */
export async function workOnBatches(deps: BatchDeps & Pick<Deps, 'jobs'>): Promise<void> {
  await deps.jobs.work('decide-batch', 1, (job) => decideBatch(deps, job))
}

/** Enqueues unfinished batches again, in case their job was lost. */
export async function enqueueUnfinishedBatches({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const unfinished = await db
    .selectFrom('batches')
    .select('id')
    .where('finishedAt', 'is', null)
    .orderBy('madeAt')
    .execute()
  for (const { id: batchId } of unfinished) await jobs.enqueue(db, 'decide-batch', { batchId })
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
    // An item with a reason was already tried and refused.
    .where('reason', 'is', null)
    .orderBy('position')
    .execute()
  return items.map(({ position }) => position)
}

/**
 * Finishes a batch and deletes its texts. Does nothing if the batch was undone meanwhile, because its items must still
 * be reversed.
 */
async function finish(db: Db, id: string, isUndo: boolean): Promise<void> {
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
    await changeEnforcement(deps, async (tx) => {
      const item = await lockItem(tx, batchId, position)
      const effects = await decideOrReverse(tx, item).catch((error: unknown) => {
        throw error instanceof AppError && error.code !== 'UNAVAILABLE' ? new RefusedItemError(item, error) : error
      })
      return { result: undefined, effects }
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
  const { result, effects } = await decideItem(tx, batch, subjectId, seenReports ?? 0)
  const decided = { state: 'decided', subjectId: null, decisionId: result.id } as const
  await changeItem(tx, item, { ...decided, hadCase: hadCase(sql`${result.id}::uuid`) })
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

async function decideItem(
  tx: Db,
  { madeBy, kind, rule, measure, until, facts, note, isQuiet }: Batch,
  id: string,
  seenReports: number,
): Promise<{ result: Decision; effects: Effects }> {
  const target = kind === 'case' ? await getTargetOfCase(tx, id) : await getTargetOfSubject(tx, kind, id)
  if (!madeBy || !facts) throw new AppError('ACCESS_DENIED', 'The moderator’s account was deleted.')
  await requireActiveModerator(tx, madeBy, 'The moderator’s account was not active any more.')
  await lockTarget(tx, target, measure)
  const { rows } = await sql<{ isStaff: boolean }>`
    select role <> 'member' as is_staff from users where id = ${target.personId}`.execute(tx)
  if (rows[0]?.isStaff)
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
async function requireActiveModerator(tx: Db, moderatorId: string, reason: string): Promise<void> {
  const { rows } = await sql<{ status: AccountStatus }>`
    select ${accountStatusOf} as status from users where id = ${moderatorId}`.execute(tx)
  if (rows[0]?.status !== 'active') throw new AppError('ACCESS_DENIED', reason)
}

async function reverseItem(
  tx: Db,
  { undoneBy, undoAnswer }: Batch,
  { decisionId, hadCase: hasClosedCase }: { decisionId: string; hadCase: boolean },
): Promise<Effects> {
  if (!undoneBy || !undoAnswer) throw new AppError('ACCESS_DENIED', 'The account that undid this was deleted.')
  const whyNot = whyNotLift(undoneBy)
  const reversal = { states: ['in-force' as const, 'over' as const], whyNot, answer: undoAnswer, byId: undoneBy }
  const effects = await reverse(tx, decisionId, reversal)
  const { state, measure } = await tx
    .selectFrom('decisions')
    .select(['state', 'measure'])
    .where('id', '=', decisionId)
    .executeTakeFirstOrThrow()
  if (!effects) {
    // A moderator has already reversed this decision alone.
    if (state === 'reversed') return noEffects
    throw await whyNotJudged(tx, decisionId, whyNot)
  }
  // Only checked if there was something to reverse. The error rolls the reversal back.
  await requireActiveModerator(tx, undoneBy, 'The account that undid this was not active any more.')
  if (hasClosedCase) await openCaseAgain(tx, decisionId)
  const left = await awaitReviewAgain(tx, decisionId, effects)
  await writeStaffLog(tx, undoneBy, 'lift', { decisionId, measure })
  await logDecision(tx, decisionId, 'reversed')
  return left
}
