import { sql } from 'kysely'
import { CLAIM_MINUTES } from '../../../../contract/moderation/cases.ts'
import type { Db } from '../../../db/connect.ts'
import { writeStaffLog } from '../public-log/staff-log.ts'
import { whyNotOpen } from './close-case.ts'
import { isFreeFor, mayJudge } from './judging.ts'

/**
 * Claims an open case for a moderator, or extends their claim. While the claim lasts, no other moderator can decide it.
 * Of two concurrent claims, one succeeds. Taking over an expired claim of another moderator is logged.
 *
 * @returns The end of the claim.
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED with the reason; CONFLICT if the case is closed or claimed by another
 *   moderator.
 */
export function claimCase(db: Db, id: string, judgeId: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ until: string; formerId: string | null }>`
      with former as (select id, claimed_by from cases where id = ${id} for no key update)
      update cases set claimed_by = ${judgeId}, claimed_until = now() + make_interval(mins => ${CLAIM_MINUTES})
      from former
      where cases.id = former.id and state = 'open' and ${mayJudge(judgeId)} and ${isFreeFor(judgeId)}
      returning claimed_until as until, former.claimed_by as former_id`.execute(tx)
    const [claim] = rows
    if (!claim) throw await whyNotOpen(tx, id, judgeId)
    const { until, formerId } = claim
    if (formerId && formerId !== judgeId) await writeStaffLog(tx, formerId, 'claim-lapsed', { caseId: id })
    return until
  })
}

/** Releases a claimed case. It also succeeds if the case is unclaimed or claimed by another moderator. */
export async function unclaimCase(db: Db, id: string, judgeId: string): Promise<void> {
  await db
    .updateTable('cases')
    .set({ claimedBy: null, claimedUntil: null })
    .where('id', '=', id)
    .where('claimedBy', '=', judgeId)
    .execute()
}
