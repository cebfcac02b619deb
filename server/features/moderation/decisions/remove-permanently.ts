import { sql } from 'kysely'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { DecisionSource } from '../../../../contract/moderation/decisions.ts'
import type { removeVideoPermanently as contract } from '../../../../contract/moderation/permanent-removal.ts'
import { rules } from '../../../../contract/moderation/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { digestOf, refuseFile } from '../../../objects/removed-files.ts'
import type { Deps } from '../../../setup/deps.ts'
import { sourceOfDecision } from '../cases/source-of-decision.ts'
import { whyNotJudge } from '../cases/judging.ts'
import { logDecision } from './log-decision.ts'
import { writeStaffLog } from '../public-log/staff-log.ts'
import { removeVideo, emitVideoDeleted } from '../../videos/publishing/delete-video.ts'

const ERASED = 'The clip was permanently removed.'

/**
 * Permanently removes the clip of an open or closed case. This is the only moderation action that cannot be undone. All
 * dependent rows are deleted, the bytes follow within a minute, and the same file is refused from then on. A decision
 * informs the owner.
 *
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED with the reason; BAD_REQUEST if the case is not about a clip; CONFLICT if
 *   the clip is already deleted.
 */
export async function removeVideoPermanently(
  deps: Pick<Deps, 'db' | 'storage' | 'signals'>,
  caseId: string,
  adminId: string,
  ground: BodyOf<typeof contract>,
): Promise<void> {
  const { db, storage } = deps
  const { video, source } = await findVideo(db, caseId)
  // The digest is computed before any lock is taken because its duration grows with the size of the file.
  const digest = await digestOf(storage, video.originalId)
  const removedVideo = await db.transaction().execute(async (tx) => {
    const removed = await removeVideo(tx, video.id, video.ownerId)
    await requireJudge(tx, caseId, adminId)
    if (digest) await refuseFile(tx, digest)
    await decide(tx, { caseId, videoId: video.id, source, adminId, personId: video.ownerId }, ground)
    return removed
  })
  await emitVideoDeleted(deps, video, removedVideo)
}

async function findVideo(db: Db, caseId: string) {
  const found = await db
    .selectFrom('cases')
    .leftJoin('videos', 'videos.id', 'cases.videoId')
    .select(['cases.kind', 'cases.source', 'videos.id', 'videos.userId as ownerId', 'videos.originalId'])
    .where('cases.id', '=', caseId)
    .executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND', 'Case not found')
  const { kind, source, id, ownerId, originalId } = found
  if (kind !== 'video') throw new AppError('BAD_REQUEST', 'Only clips can be permanently removed.')
  if (!id || !ownerId || !originalId) throw new AppError('CONFLICT', 'This clip was already deleted.')
  return { video: { id, ownerId, originalId }, source: sourceOfDecision(source) }
}

async function requireJudge(tx: Db, caseId: string, adminId: string): Promise<void> {
  const { whyNot } = await tx
    .selectFrom('cases')
    .select(whyNotJudge(adminId).as('whyNot'))
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  if (whyNot) throw new AppError('ACCESS_DENIED', whyNot)
}

interface PermanentRemoval {
  caseId: string
  videoId: string
  source: DecisionSource
  adminId: string
  personId: string
}

async function decide(
  tx: Db,
  { caseId, videoId, source, adminId, personId }: PermanentRemoval,
  { rule, facts }: BodyOf<typeof contract>,
): Promise<void> {
  const { id } = await tx
    .insertInto('decisions')
    .values({
      caseId,
      personId,
      source,
      rule,
      ruleText: rules[rule].text,
      measure: 'hide',
      facts: `${facts}\n\n${ERASED}`,
      detected: 'person',
      decidedBy: adminId,
      // This must be later than decisions of the same transaction time, because reporters see the outcome of the last
      // one.
      decidedAt: sql<string>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Earlier decisions that hid the clip can no longer be lifted either.
  await sql`
    update decisions set is_permanent = true from cases
    where cases.id = case_id and cases.kind = 'video' and cases.subject_id = ${videoId}
      and decisions.measure = 'hide' and decisions.state = 'in-force'`.execute(tx)
  await writeStaffLog(tx, adminId, 'erase', { caseId, decisionId: id })
  await logDecision(tx, id, 'decided')
}
