import { sql } from 'kysely'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { hideComments, showComments } from '../../social/comments/hide-comments.ts'
import { isOrIsParentOf } from '../../videos/lineage/remix-counts.ts'
import { hideVideos, showVideos } from '../../videos/publishing/hide-video.ts'
import { applyToPerson, lockAllOf, lockPerson, LockedTooLittleError } from './account-measures.ts'
import { type Effects, noEffects, tellEffects } from './effects.ts'

/** What a decision is about. */
export interface Target {
  kind: CaseKind
  subjectId: string
  /** Whose it is; null if they are gone. */
  personId: string | null
}

/** Between a restart and the next, somebody has published or commented. Nobody does so this often. */
const RESTARTS_MAX = 20

/**
 * Changes decisions and what they cause in one transaction, and tells of it after the commit.
 *
 * Locks are taken in the order that everything keeps: videos by id, comments, the person, the case and its decisions, the
 * public log. So `work` begins with `lockTarget`; if somebody published or commented while that waited for their row,
 * what is new is not locked, and all of it begins anew.
 */
export async function changeMeasures<T>(
  deps: Pick<Deps, 'db' | 'signals' | 'cdn'>,
  work: (tx: Db) => Promise<{ result: T; effects: Effects }>,
): Promise<T> {
  for (let restarts = 0; ; restarts++) {
    try {
      const { result, effects } = await deps.db.transaction().execute(work)
      tellEffects(deps, effects)
      return result
    } catch (error) {
      if (!(error instanceof LockedTooLittleError) || restarts === RESTARTS_MAX) throw error
    }
  }
}

/** Locks what a measure changes, before anything else of its transaction does. */
export async function lockTarget(tx: Db, { kind, subjectId, personId }: Target, measure: string): Promise<void> {
  if (measure === 'suspend' && personId) return lockAllOf(tx, personId)
  if (measure === 'restrict' && personId) return lockPerson(tx, personId)
  if (measure !== 'hide' || kind === 'account') return
  if (kind === 'comment') {
    await sql`
      select from videos where id = (select video_id from comments where id = ${subjectId}) for no key update`.execute(
      tx,
    )
    await sql`select from comments where id = ${subjectId} for update`.execute(tx)
  } else {
    await sql`select from videos where ${isOrIsParentOf([subjectId])} order by id for no key update`.execute(tx)
  }
}

/**
 * Makes a thing or an account what the decisions in force ask for: whatever was decided, lifted or is over, in whatever
 * order. Nothing has to remember what it changed, and what another decision still asks for stays.
 */
export async function applyDecisions(tx: Db, { kind, subjectId, personId }: Target, measure: string): Promise<Effects> {
  if (measure === 'restrict' || measure === 'suspend') return personId ? applyToPerson(tx, personId) : noEffects
  if (measure !== 'hide' || kind === 'account') return noEffects
  const isHidden = await asksToHide(tx, kind, subjectId)
  if (kind === 'video') {
    return { ...noEffects, videos: await (isHidden ? hideVideos : showVideos)(tx, [subjectId], 'moderation') }
  }
  return { ...noEffects, comments: await (isHidden ? hideComments : showComments)(tx, [subjectId], 'moderation') }
}

async function asksToHide(tx: Db, kind: CaseKind, subjectId: string): Promise<boolean> {
  const { rows } = await sql<{ isHidden: boolean }>`
    select exists (
      select from decisions join cases on cases.id = case_id
      where cases.subject_id = ${subjectId} and cases.kind = ${kind}
        and decisions.measure = 'hide' and decisions.state = 'in-force'
    ) as is_hidden`.execute(tx)
  return rows[0]!.isHidden
}
