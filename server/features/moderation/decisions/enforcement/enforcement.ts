import { sql } from 'kysely'
import type { CaseKind } from '../../../../../contract/moderation/cases.ts'
import type { Db } from '../../../../db/connect.ts'
import { hasErrorCode } from '../../../../db/error-codes.ts'
import type { Deps } from '../../../../setup/deps.ts'
import { hideComments, showComments } from '../../../social/comments/hide-comments.ts'
import { isOrIsParentOf } from '../../../videos/lineage/remix-counts.ts'
import { hideVideos, showVideos } from '../../../videos/publishing/hide-video.ts'
import { applyDecisionsToAccount, lockUserAndContent, lockUser, ContentAddedError } from './account-enforcement.ts'
import { type Effects, noEffects, emitEffects } from './effects.ts'
import type { Target } from '../targets.ts'

/** Maximum number of restarts. Each is caused by a deadlock, or by a clip or comment that the user has published since. */
const RESTARTS_MAX = 20

/** Registers effects whose signals `changeEnforcement` emits after the commit. */
type EmitLater = (effects: Effects) => void

/**
 * Changes decisions and their effects in one transaction. `work` passes the effects to `emitLater`.
 *
 * Locks are taken in the global order: videos by id, comments, the user, the case and its decisions, the public log.
 * `work` therefore begins with `lockTarget`. Only a batch item or a counter-notice is locked earlier. The user may
 * publish or comment while `lockTarget` waits for their row. The new rows are then not locked, and the whole
 * transaction restarts, as it does after a deadlock.
 */
export async function changeEnforcement<T>(
  deps: Pick<Deps, 'db' | 'signals' | 'cdn'>,
  work: (tx: Db, emitLater: EmitLater) => Promise<T>,
): Promise<T> {
  for (let restarts = 0; ; restarts++) {
    const registered: Effects[] = []
    try {
      const result = await deps.db.transaction().execute((tx) => work(tx, (effects) => registered.push(effects)))
      for (const effects of registered) emitEffects(deps, effects)
      return result
    } catch (error) {
      const mayRestart = error instanceof ContentAddedError || hasErrorCode(error, 'deadlock')
      if (!mayRestart || restarts === RESTARTS_MAX) throw error
    }
  }
}

/**
 * Locks everything that the enforcement changes. It must come before the locks of cases and decisions.
 *
 * A weaker lock would suffice for a warning. But a long key-share lock makes statements that change the row deadlock.
 */
export async function lockTarget(tx: Db, { kind, subjectId, personId }: Target, measure: string): Promise<void> {
  if (measure === 'suspend' && personId) return lockUserAndContent(tx, personId)
  if (kind === 'video') {
    await sql`select from videos where ${isOrIsParentOf([subjectId])} order by id for no key update`.execute(tx)
  }
  if (kind === 'comment') await lockComment(tx, subjectId)
  // The decision will refer to the account. The removal of an account locks it before its cases.
  if (personId) await lockUser(tx, personId)
}

/** Locks a comment after its clip. */
async function lockComment(tx: Db, id: string): Promise<void> {
  await sql`
    select from videos where id = (select video_id from comments where id = ${id}) for no key update`.execute(tx)
  await sql`select from comments where id = ${id} for update`.execute(tx)
}

/**
 * Applies the decisions in force to a subject. Its state is always derived from all decisions. The order in which they
 * were made, lifted or expired therefore does not matter.
 */
export async function applyDecisions(tx: Db, { kind, subjectId, personId }: Target, measure: string): Promise<Effects> {
  if (measure === 'restrict' || measure === 'suspend')
    return personId ? applyDecisionsToAccount(tx, personId) : noEffects
  if (measure !== 'hide' || kind === 'account') return noEffects
  const isHidden = await isHiddenByDecision(tx, kind, subjectId)
  if (kind === 'video') {
    return { ...noEffects, videos: await (isHidden ? hideVideos : showVideos)(tx, [subjectId], 'moderation') }
  }
  return { ...noEffects, comments: await (isHidden ? hideComments : showComments)(tx, [subjectId], 'moderation') }
}

async function isHiddenByDecision(tx: Db, kind: CaseKind, subjectId: string): Promise<boolean> {
  const { rows } = await sql`
    select from decisions join cases on cases.id = case_id
    where cases.subject_id = ${subjectId} and cases.kind = ${kind}
      and decisions.measure = 'hide' and decisions.state = 'in-force' limit 1`.execute(tx)
  return rows.length > 0
}
