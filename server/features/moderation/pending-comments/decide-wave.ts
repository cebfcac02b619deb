import { sql } from 'kysely'
import { WAVE_MAX, type SameWordsBody } from '../../../../contract/moderation/pending-comments.ts'
import type { Person } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { isClaimed } from '../cases/may-decide.ts'
import { openCase } from '../cases/open-case.ts'
import { commentNotFound } from '../../social/comments/comment-row.ts'
import { recordWave } from '../batches/record-wave.ts'
import { decideLockedCase, type DecisionDeps, requireMayDecide } from '../decisions/decide.ts'
import { changeEnforcement } from '../decisions/enforcement/enforcement.ts'
import { isOfWave } from './list-pending.ts'
import { alreadyDecided } from '../cases/refusals.ts'

/**
 * Hides a comment and the other comments of its wave atomically, `WAVE_MAX` at most, whether public or pending. There
 * is a decision and a statement for each comment. The wave counts as one decision towards the moderator's rate limit,
 * and it can be undone as one.
 *
 * @returns The number of hidden comments.
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED and CONFLICT as for one decision.
 */
export async function decideWave(
  deps: DecisionDeps,
  moderator: Person,
  commentId: string,
  { rule, facts, note }: SameWordsBody,
): Promise<number> {
  const body = { rule, facts, note, measure: 'hide' as const }
  await requireMayDecide(deps, moderator, body)
  return changeEnforcement(deps, async (tx, emitLater) => {
    const ids = await lockWave(tx, commentId, moderator.id)
    if (ids.length === 0) throw commentNotFound()
    // All cases are opened before the first decision, because a decision takes the lock of the public log.
    const caseIds: string[] = []
    for (const subjectId of ids) {
      const { id } = await openCase(tx, { kind: 'comment', subjectId, source: 'own', rules: [rule] })
      caseIds.push(id)
    }
    const decisionIds: string[] = []
    for (const caseId of caseIds) {
      const { decision, effects } = await decideLockedCase(tx, { caseId, moderatorId: moderator.id, body })
      decisionIds.push(decision.id)
      emitLater(effects)
    }
    await recordWave(tx, moderator.id, rule, decisionIds)
    return ids.length
  })
}

/**
 * Locks the given comment and the other comments of its wave. Other comments by staff are left out, and so are those
 * that the moderator reported or another moderator has claimed, because the moderator may not be allowed to decide them.
 *
 * @throws {AppError} CONFLICT if a decision already hides the given comment.
 */
async function lockWave(tx: Db, commentId: string, moderatorId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; videoId: string }>`
    select wave.id, wave.video_id from comments
    join comments as wave on wave.id = comments.id or ${isOfWave}
    join users on users.id = wave.user_id
    where comments.id = ${commentId} and (wave.id = comments.id or (
      users.role = 'member' and wave.user_id <> ${moderatorId}
      and not exists (select from reports where reports.comment_id = wave.id and reports.user_id = ${moderatorId})
      and not exists (
        select from cases where cases.kind = 'comment' and cases.subject_id = wave.id and cases.state = 'open'
          and cases.claimed_by <> ${moderatorId} and ${isClaimed}
      )
    ))
    order by wave.id = comments.id desc, wave.created_at limit ${WAVE_MAX}`.execute(tx)
  const videoIds = rows.map(({ videoId }) => videoId)
  await sql`select from videos where id = any (${videoIds}) order by id for no key update`.execute(tx)
  const { rows: locked } = await sql<{ id: string; isDecided: boolean }>`
    select id, 'moderation' = any (hidden_for) as is_decided
    from comments where id = any (${rows.map(({ id }) => id)}) order by id for update`.execute(tx)
  // Another moderator may have hidden comments of the wave while this transaction waited for their locks.
  if (locked.some(({ id, isDecided }) => id === commentId && isDecided)) throw alreadyDecided()
  return locked.filter(({ isDecided }) => !isDecided).map(({ id }) => id)
}
