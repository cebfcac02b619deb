import type { Db } from '../../../db/connect.ts'
import { hideComments } from '../../social/comments/hide-comments.ts'
import { openCase } from '../cases/open-case.ts'
import { findSubject } from '../cases/subject.ts'
import { type Effects, noEffects } from './enforcement/effects.ts'
import { findTargetOf } from './find-decision.ts'

/**
 * Makes a comment pending again whose decision was reversed without a look at the comment, in the same transaction as
 * the reversal. No moderator has approved it, so it must not become public.
 *
 * @param effects Effects of the reversal.
 * @returns The remaining effects.
 */
export async function awaitReviewAgain(tx: Db, decisionId: string, effects: Effects): Promise<Effects> {
  const { kind, subjectId, measure, detected } = await findTargetOf(tx, decisionId)
  if (kind !== 'comment' || measure !== 'hide' || detected !== 'hold') return effects
  // The comment was counted at most within this transaction.
  await hideComments(tx, [subjectId], 'hold')
  return noEffects
}

/** Opens a new case about the subject of a reversed decision, if the subject still exists. */
export async function openCaseAgain(tx: Db, decisionId: string): Promise<void> {
  const { kind, subjectId, rule } = await findTargetOf(tx, decisionId)
  if (await findSubject(tx, kind, subjectId)) await openCase(tx, { kind, subjectId, source: 'own', rules: [rule] })
}
