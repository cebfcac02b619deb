import { sql } from 'kysely'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { removeVideoPermanently as contract } from '../../../../contract/moderation/permanent-removal.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { digestOf, refuseFile } from '../../../objects/removed-files.ts'
import type { Deps } from '../../../setup/deps.ts'
import { whyNotDecide } from '../cases/may-decide.ts'
import { type CaseToDecide, createDecision } from './create-decision.ts'
import { changeEnforcement } from './enforcement/enforcement.ts'
import { deleteVideoRows, emitVideoDeleted } from '../../videos/publishing/delete-video.ts'
import { caseNotFound } from '../cases/refusals.ts'

/**
 * Permanently removes the clip of an open or closed case. This is the only moderation action that cannot be undone. The
 * clip's rows are deleted at once and its files within a minute. The same file is refused from then on. A decision
 * informs the owner.
 *
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED with the reason; BAD_REQUEST if the case is not about a clip; CONFLICT if
 *   the clip is already deleted.
 */
export async function removeVideoPermanently(
  deps: Pick<Deps, 'db' | 'storage' | 'signals' | 'cdn'>,
  caseId: string,
  adminId: string,
  ground: BodyOf<typeof contract>,
): Promise<void> {
  const { db, storage } = deps
  const facts = `${ground.facts}\n\nThe clip was permanently removed.`
  const video = await getVideo(db, caseId)
  // The digest of a large file may take long, so it is computed before any lock is taken.
  const digest = await digestOf(storage, video.originalId)
  const removedVideo = await changeEnforcement(deps, async (tx, emitLater) => {
    if (digest) await refuseFile(tx, digest)
    const removed = await deleteVideoRows(tx, video.id, video.ownerId)
    const closed = await getCaseToDecide(tx, caseId, adminId)
    // Earlier decisions that hid the clip can no longer be lifted either.
    await sql`
      update decisions set is_permanent = true from cases
      where cases.id = case_id and cases.kind = 'video' and cases.subject_id = ${video.id}
        and decisions.measure = 'hide' and decisions.state = 'in-force'`.execute(tx)
    const chosen = { rule: ground.rule, facts, measure: 'hide', detected: 'person', isPermanent: true } as const
    const { effects } = await createDecision(tx, closed, { ...chosen, decidedBy: adminId }, { name: 'erase' })
    emitLater(effects)
    return removed
  })
  await emitVideoDeleted(deps, video, removedVideo)
}

async function getVideo(db: Db, caseId: string) {
  const { kind, id, ownerId, originalId } = await db
    .selectFrom('cases')
    .leftJoin('videos', 'videos.id', 'cases.videoId')
    .select(['cases.kind', 'videos.id', 'videos.userId as ownerId', 'videos.originalId'])
    .where('cases.id', '=', caseId)
    .executeTakeFirstOrThrow(() => caseNotFound())
  if (kind !== 'video') throw new AppError('BAD_REQUEST', 'Only clips can be permanently removed.')
  if (!id || !ownerId || !originalId) throw new AppError('CONFLICT', 'This clip was already deleted.')
  return { id, ownerId, originalId }
}

/**
 * Returns the current case, which the last report or notice has joined.
 * @throws {AppError} ACCESS_DENIED with the reason.
 */
async function getCaseToDecide(tx: Db, caseId: string, adminId: string): Promise<CaseToDecide> {
  const { whyNot, ...found } = await tx
    .selectFrom('cases')
    .select(['id', 'kind', 'subjectId', 'personId', 'source', whyNotDecide(adminId, { onlyAdmins: true }).as('whyNot')])
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  if (whyNot) throw new AppError('ACCESS_DENIED', whyNot)
  return found
}
