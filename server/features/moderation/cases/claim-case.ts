import { sql } from 'kysely'
import { CLAIM_MINUTES } from '../../../../contract/moderation/cases.ts'
import type { Db } from '../../../db/connect.ts'
import { whyNotOpen } from './close-case.ts'
import { isOpenTo } from './may-decide.ts'

/**
 * Claims an open case for a moderator, or extends their claim. While the claim lasts, no other moderator can decide it.
 * Of concurrent claims by several moderators, one succeeds. A moderator who may only dismiss the case may claim it, too.
 *
 * @returns The end of the claim.
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED with the reason; CONFLICT if the case is closed or claimed by another
 *   moderator.
 */
export async function claimCase(db: Db, id: string, moderatorId: string): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    update cases set claimed_by = ${moderatorId}, claimed_until = now() + make_interval(mins => ${CLAIM_MINUTES})
    where id = ${id} and ${isOpenTo(moderatorId, { isDismissal: true })}
    returning claimed_until as until`.execute(db)
  if (!rows[0]) throw await whyNotOpen(db, id, moderatorId, { isDismissal: true })
  return rows[0].until
}

/** Releases a claimed case. Does nothing if the moderator has not claimed it. */
export async function unclaimCase(db: Db, id: string, moderatorId: string): Promise<void> {
  await sql`
    update cases set claimed_by = null, claimed_until = null
    where id = ${id} and claimed_by = ${moderatorId}`.execute(db)
}
