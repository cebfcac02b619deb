import { sql } from 'kysely'
import type { RepostState, AlreadyHere } from '../../../../contract/videos/duplicates.ts'
import { isListed, whyNotOwn } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { AppError } from '../../../errors/app-error.ts'
import { closeCase, whyNotOpen } from '../../moderation/cases/close-case.ts'
import { isOpenTo } from '../../moderation/cases/may-decide.ts'
import { openCase } from '../../moderation/cases/open-case.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'

/**
 * Disputes that another clip was here first. Viewers then no longer see which clip was first, and a case asks
 * moderators to decide. If no frames match, only the creator's own credit named the first clip. This credit is deleted
 * without a case.
 *
 * @throws {AppError} NOT_FOUND, including if there is nothing to dispute. ACCESS_DENIED for another owner's clip.
 *   CONFLICT once a moderator has kept the label. Once a moderator has dismissed it, the call does nothing.
 */
export function disputeFirst(db: Db, videoId: string, ownerId: string, text: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows: own } = await sql`
      select from videos where id = ${videoId} and user_id = ${ownerId} for no key update`.execute(tx)
    if (own.length === 0) throw await whyNotOwn(tx, videoId, ownerId)
    const { rows } = await sql<{ state: RepostState; share: number | null }>`
      select state, share from reposts where video_id = ${videoId} for update`.execute(tx)
    const [duplicate] = rows
    if (!duplicate) throw new AppError('NOT_FOUND', 'There’s nothing to dispute')
    if (duplicate.state === 'kept') throw new AppError('CONFLICT', 'A moderator has already reviewed this.')
    if (duplicate.state === 'dismissed') return
    if (duplicate.share === null) return void (await tx.deleteFrom('reposts').where('videoId', '=', videoId).execute())
    await sql`update reposts set state = 'disputed', dispute_text = ${text} where video_id = ${videoId}`.execute(tx)
    await openCase(tx, { kind: 'video', subjectId: videoId, source: 'dispute', rules: [] })
  })
}

/**
 * Answers the dispute of a case. The answer is final. The case closes, unless the clip has also been reported: the
 * reports are decided separately.
 *
 * @throws {AppError} NOT_FOUND. ACCESS_DENIED with the reason. CONFLICT if the dispute is answered, the case is closed,
 *   or another moderator is working on it.
 */
export function answerDispute(db: Db, caseId: string, moderatorId: string, answer: 'keep' | 'dismiss'): Promise<void> {
  return inTransaction(db, async (tx) => {
    const dispute = await lockDispute(tx, caseId)
    const { rows } = await sql<{ isOnlyDispute: boolean }>`
      select source = 'dispute' and reports_count = 0 as is_only_dispute from cases
      where id = ${caseId} and ${isOpenTo(moderatorId)}
      for no key update`.execute(tx)
    const [found] = rows
    if (!found) throw await whyNotOpen(tx, caseId, moderatorId)
    if (!dispute) throw new AppError('CONFLICT', 'This has already been answered.')
    const { videoId, firstOwnerId } = dispute
    if (firstOwnerId === moderatorId)
      throw new AppError('ACCESS_DENIED', 'The first clip is yours, so another moderator has to decide.')
    const state = answer === 'keep' ? 'kept' : 'dismissed'
    await tx.updateTable('reposts').set({ state, disputeText: null }).where('videoId', '=', videoId).execute()
    if (found.isOnlyDispute) await closeCase(tx, caseId, { moderatorId, isDismissal: false, isQuiet: false })
    await writeStaffLog(tx, moderatorId, 'answer-dispute', { caseId, videoId, answer })
  })
}

/**
 * Locks the dispute of a case about a clip. The clip is locked before its dispute, and the dispute before its case, in
 * the same order as when the clip is deleted or disputed again.
 */
async function lockDispute(tx: Db, caseId: string): Promise<{ videoId: string; firstOwnerId: string } | undefined> {
  const videoOfCase = sql`(select video_id from cases where id = ${caseId} and kind = 'video')`
  await sql`select from videos where id = ${videoOfCase} for no key update`.execute(tx)
  const { rows } = await sql<{ videoId: string; firstOwnerId: string }>`
    select video_id, first.user_id as first_owner_id from reposts join videos as first on first.id = first_id
    where video_id = ${videoOfCase} and reposts.state = 'disputed' for update of reposts`.execute(tx)
  return rows[0]
}

/**
 * Stores the creator's answer to "This clip is already here", in the transaction that publishes their clip. A credit is
 * shown at once. "It’s mine too" becomes a dispute if the frames turn out to be the same. Does nothing if the other
 * clip is gone or hidden, or belongs to the same creator.
 */
export async function storeAnswer(
  tx: Db,
  { id: videoId, userId: ownerId }: { id: string; userId: string },
  { id, answer }: AlreadyHere,
): Promise<void> {
  const [state, text] = answer === 'credit' ? ['credited', null] : ['disputed', 'It’s mine too.']
  await sql`
    insert into reposts (video_id, first_id, state, dispute_text)
    select ${videoId}, id, ${state}, ${text}::text from videos
    where id = ${id} and ${isListed} and user_id <> ${ownerId} for key share`.execute(tx)
}
