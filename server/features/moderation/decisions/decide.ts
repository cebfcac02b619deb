import { sql } from 'kysely'
import type { Decision, DecisionBody, Detected } from '../../../../contract/moderation/decisions.ts'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Person } from '../../../access/can.ts'
import { requireConfirmedStaff } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { AppError, invalidField } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { closeCase, type ClosedCase } from '../cases/close-case.ts'
import { ADMIN_REFUSED } from '../cases/may-decide.ts'
import { openCase } from '../cases/open-case.ts'
import { createDecision, type Decided } from './create-decision.ts'
import { changeEnforcement, lockTarget } from './enforcement/enforcement.ts'
import { getTargetOfCase, getTargetOfSubject, type Target } from './targets.ts'
import { alreadyDecided } from '../cases/refusals.ts'

export type DecisionDeps = Pick<Deps, 'db' | 'signals' | 'limits'>

/**
 * Decides a case atomically: closes it, answers its reports, applies the enforcement and writes both logs. Of several
 * concurrent decisions, one succeeds.
 *
 * @throws {AppError} NOT_FOUND; VALIDATION_FAILED; ACCESS_DENIED with the reason; CONFLICT if another moderator was
 *   first, or if what the enforcement would change is deleted; CONFIRM_REQUIRED; RATE_LIMITED.
 */
export async function decideCase(
  deps: DecisionDeps,
  moderator: Person,
  caseId: string,
  body: DecisionBody,
): Promise<Decision> {
  await requireMayDecide(deps, moderator, body)
  return decideUnderLocks(
    deps,
    (tx) => getTargetOfCase(tx, caseId),
    body,
    (tx) => decideLockedCase(tx, { caseId, moderatorId: moderator.id, body }),
  )
}

/**
 * Decides about a subject without a report. If there is an open case about it, that case is decided.
 * @throws {AppError} As `decideCase`.
 */
export async function decideUnasked(
  deps: DecisionDeps,
  moderator: Person,
  { kind, subjectId, ...body }: DecisionBody & { kind: CaseKind; subjectId: string },
): Promise<Decision> {
  await requireMayDecide(deps, moderator, body)
  return decideUnderLocks(
    deps,
    (tx) => getTargetOfSubject(tx, kind, subjectId),
    body,
    (tx) => decideLockedSubject(tx, moderator.id, { kind, subjectId, ...body }),
  )
}

async function decideUnderLocks(
  deps: DecisionDeps,
  getTarget: (tx: Db) => Promise<Target>,
  { measure }: DecisionBody,
  decideIt: (tx: Db) => Promise<Decided>,
): Promise<Decision> {
  let target: Target | undefined
  const decided = await changeEnforcement(deps, async (tx, emitLater) => {
    target = await getTarget(tx)
    await lockTarget(tx, target, measure)
    const { decision, effects } = await decideIt(tx)
    emitLater(effects)
    return decision
  })
  if (target?.kind === 'video') await reopenDispute(deps.db, target.subjectId)
  return decided
}

/**
 * Opens a case for the dispute of a clip's creator, which a decision about the clip does not answer. It runs after the
 * decision's transaction, whose locks it would otherwise take in the wrong order.
 */
function reopenDispute(db: Db, videoId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql`
      select from reposts where video_id = ${videoId} and state = 'disputed' and share is not null`.execute(tx)
    if (rows.length > 0) await openCase(tx, { kind: 'video', subjectId: videoId, source: 'dispute', rules: [] })
  })
}

/**
 * Decides the open case about a subject, or a new case. The caller has locked everything that the enforcement
 * changes.
 *
 * @throws {AppError} CONFLICT if another moderator decided about the subject while this transaction waited for its
 *   locks, or if a decision in force has the same effect. A second decision would only stay in force when one of the
 *   two is reversed.
 */
export async function decideLockedSubject(
  tx: Db,
  moderatorId: string,
  { kind, subjectId, ...body }: DecisionBody & { kind: CaseKind; subjectId: string },
): Promise<Decided> {
  const { id } = await openCase(tx, { kind, subjectId, source: 'own', rules: [body.rule] })
  // `now()` is the begin of the transaction.
  const { rows } = await sql`
    select from decisions join cases on cases.id = case_id
    where cases.subject_id = ${subjectId} and cases.kind = ${kind}
      and (decided_at > now() or (${isRepeatedBy(body)} and (select opened_at = now() from cases where id = ${id})))
    limit 1`.execute(tx)
  if (rows.length > 0) throw alreadyDecided()
  return decideLockedCase(tx, { caseId: id, moderatorId, body })
}

/**
 * Returns the condition that a row of `decisions` is in force under the same rule, has the same enforcement and does
 * not end earlier than the given decision. Two moderators who choose the same duration send ends that differ by the
 * time between their decisions, so an hour makes no difference. Users may be warned again.
 */
function isRepeatedBy({ rule, measure, until = null }: DecisionBody) {
  return sql<boolean>`(
    decisions.state = 'in-force' and decisions.rule = ${rule} and decisions.measure = ${measure}
    and decisions.measure in ('hide', 'restrict', 'suspend')
    and coalesce(decisions.until, 'infinity') >= coalesce(${until}::timestamptz, 'infinity') - interval '1 hour')`
}

/**
 * Checks that the moderator may make this decision now, and counts it towards the rate limits.
 * @throws {AppError} VALIDATION_FAILED; CONFIRM_REQUIRED; RATE_LIMITED.
 */
export async function requireMayDecide(
  { limits }: DecisionDeps,
  moderator: Person,
  { measure, until }: DecisionBody,
): Promise<void> {
  requireFuture(until)
  if (measure === 'suspend') {
    requireConfirmedStaff(moderator)
    await limits.take('account-suspensions', moderator.id)
  }
  await limits.take('account-decisions', moderator.id)
}

/** @throws {AppError} VALIDATION_FAILED if the enforcement would end in the past. */
export function requireFuture(until: DecisionBody['until']): void {
  if (until && Date.parse(until) <= Date.now()) throw invalidField('until', 'Please choose a time in the future')
}

/** Closes a case and applies a decision about it. The caller has locked everything that the enforcement changes. */
export async function decideLockedCase(
  tx: Db,
  { caseId, moderatorId, body }: { caseId: string; moderatorId: string; body: DecisionBody },
): Promise<Decided> {
  const { rule, measure, until = null, facts, note = null, isQuiet } = body
  const isDismissal = measure === 'none'
  const closed = await closeCase(tx, caseId, { moderatorId, isDismissal, isQuiet: isQuiet ?? false })
  await refuseUnfit(tx, closed, body)
  const detected = await howDetected(tx, closed)
  const chosen = { rule, measure, until, facts, note, detected, decidedBy: moderatorId }
  return createDecision(tx, closed, chosen, { name: 'decide', details: { kind: closed.kind, rule, measure, isQuiet } })
}

/** @throws {AppError} If the enforcement does not fit the subject. */
async function refuseUnfit(tx: Db, { kind, videoId, commentId, personId }: ClosedCase, { measure }: DecisionBody) {
  if (measure === 'none') return
  if (measure === 'hide') {
    if (kind === 'account') throw invalidField('measure', 'An account is restricted or suspended, not hidden')
    if (!(kind === 'video' ? videoId : commentId)) throw new AppError('CONFLICT', 'It no longer exists.')
  }
  if (!personId) throw new AppError('CONFLICT', 'This account no longer exists.')
  if (measure === 'hide' || measure === 'warn') return
  const person = await tx.selectFrom('users').select('role').where('id', '=', personId).executeTakeFirst()
  if (person?.role === 'admin') throw new AppError('ACCESS_DENIED', ADMIN_REFUSED)
}

/** Returns how the content was detected. A comment that is still pending was detected by the comment filter. */
async function howDetected(tx: Db, { kind, subjectId }: ClosedCase): Promise<Detected> {
  if (kind !== 'comment') return 'person'
  const { rows } = await sql`select from comments where id = ${subjectId} and 'hold' = any (hidden_for)`.execute(tx)
  return rows.length > 0 ? 'hold' : 'person'
}
