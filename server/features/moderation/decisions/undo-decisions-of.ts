import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { awaitReviewAgain, openCaseAgain } from './after-reversal.ts'
import { getTargetOfDecision } from './targets.ts'
import { recordDecisionEvent } from './record-decision-event.ts'
import { applyDecisions, changeEnforcement, lockTarget } from './enforcement/enforcement.ts'
import { reverse } from './reverse.ts'

const ANSWER = 'This decision was made by mistake and has been undone. Everything is back as it was.'

/** The account whose decisions are undone, and the start of the period in which it was stolen. */
interface Period {
  byPersonId: string
  since: string
}

/**
 * Undoes the decisions that an account has made since a given time, for example with a stolen session. Stops its
 * batches. Each decision is reversed with a sentence for the affected user. Dismissed cases, cases with reports and
 * answered appeals are opened again; decisions that it reversed by granting an appeal are restored. Permanent removals
 * stay. Each decision has its own transaction, so that an interrupted undo can be repeated.
 *
 * @param by.since ISO 8601.
 * @returns The numbers of reversed decisions, of reopened appeals and of permanent removals.
 */
export async function undoDecisions(
  deps: Pick<Deps, 'db' | 'signals'>,
  by: Period,
): Promise<{ decisions: number; appeals: number; permanent: number }> {
  const { db } = deps
  await stopBatches(db, by.byPersonId)
  const { rows: made } = await sql<{ id: string; isPermanent: boolean }>`
    select id, is_permanent from decisions
    where decided_by = ${by.byPersonId} and decided_at >= ${by.since} and state <> 'reversed'
    order by decided_at`.execute(db)
  let decisions = 0
  for (const { id, isPermanent } of made) if (!isPermanent && (await undo(deps, id))) decisions++
  const appeals = (await putAppealsBack(db, by)) + (await restoreDecisions(deps, by))
  await writeStaffLog(db, null, 'undo', { ...by, decisions, appeals })
  return { decisions, appeals, permanent: made.filter(({ isPermanent }) => isPermanent).length }
}

/** Skips undecided items. It waits for items that are being decided, so that these decisions are undone, too. */
async function stopBatches(db: Db, madeBy: string): Promise<void> {
  await sql`
    update batch_items set state = 'skipped', reason = 'Undone before it was decided.', subject_id = null
    where state = 'waiting' and batch_id in (select id from batches where made_by = ${madeBy})`.execute(db)
}

function undo(deps: Pick<Deps, 'db' | 'signals'>, id: string): Promise<boolean> {
  return changeEnforcement(deps, async (tx, emitLater) => {
    const effects = await reverse(tx, id, { states: ['in-force', 'over'], answer: ANSWER, byId: null })
    if (!effects) return false
    const target = await getTargetOfDecision(tx, id)
    // An effect that was undone needs no new decision, but the reports that it answered do.
    if (target.measure === 'none' || (await hasReports(tx, id))) await openCaseAgain(tx, target)
    emitLater(await awaitReviewAgain(tx, target, effects))
    await recordDecisionEvent(tx, id, 'reversed')
    return true
  })
}

async function hasReports(tx: Db, decisionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from decisions join reports using (case_id) where decisions.id = ${decisionId} limit 1`.execute(tx)
  return rows.length > 0
}

async function putAppealsBack(db: Db, { byPersonId, since }: Period): Promise<number> {
  const { numAffectedRows } = await sql`
    update decisions set outcome = null, answer = null, answered_by = null, answered_at = null, same_judge = false
    where answered_by = ${byPersonId} and answered_at >= ${since} and outcome = 'upheld'
      and state <> 'reversed'`.execute(db)
  return Number(numAffectedRows)
}

async function restoreDecisions(deps: Pick<Deps, 'db' | 'signals'>, by: Period): Promise<number> {
  const granted = await deps.db.selectFrom('decisions').select('id').where(isGranted(by)).orderBy('decidedAt').execute()
  let restored = 0
  for (const { id } of granted) if (await restore(deps, id, by)) restored++
  return restored
}

/**
 * Condition that the account granted an appeal against a decision that it had not made itself in this period. A decision
 * that an earlier undo of another account concerned stays reversed.
 */
function isGranted({ byPersonId, since }: Period) {
  return sql<boolean>`(
    answered_by = ${byPersonId} and answered_at >= ${since} and outcome = 'reversed' and state = 'reversed'
    and (decided_by is distinct from ${byPersonId} or decided_at < ${since})
    and not exists (
      select from staff_log where act = 'undo' and subject ->> 'byPersonId' = decided_by::text
        and decided_at between (subject ->> 'since')::timestamptz and staff_log.at
    )
  )`
}

/** Restores a decision with its effects, unless it had ended before the appeal was granted or has ended since. */
function restore(deps: Pick<Deps, 'db' | 'signals'>, id: string, by: Period): Promise<boolean> {
  return changeEnforcement(deps, async (tx, emitLater) => {
    const target = await getTargetOfDecision(tx, id)
    await lockTarget(tx, target, target.measure)
    const isOver = sql`(ended_at < answered_at or coalesce(until <= now(), false))`
    const { numAffectedRows } = await sql`
      update decisions set outcome = null, answer = null, answered_by = null, answered_at = null, same_judge = false,
        seen_at = null, state = case when ${isOver} then 'over' else 'in-force' end,
        ended_at = case when ${isOver} then ended_at end
      where id = ${id} and ${isGranted(by)}`.execute(tx)
    if (numAffectedRows === 0n) return false
    emitLater(await applyDecisions(tx, target, target.measure))
    await recordDecisionEvent(tx, id, 'decided')
    return true
  })
}
