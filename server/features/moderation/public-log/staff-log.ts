import type { Db } from '../../../db/connect.ts'

/** What staff do, as their log names it. */
export type StaffAct =
  | 'decide'
  | 'lift'
  | 'answer-appeal'
  | 'answer-dispute'
  | 'court-action'
  | 'claim-lapsed'
  | 'release-comment'
  | 'draw-link'
  | 'change-role'
  | 'reset-link'
  | 'sign-out'
  | 'remove-passkeys'
  | 'change-settings'
  | 'let-in'
  | 'refuse-entry'
  | 'erase'
  | 'undo'
  | 'export-statements'
  | 'remove-samples'

/**
 * Writes what somebody did into the log that admins read, in the transaction that does it.
 *
 * @param actorId Null for whoever runs the machine (`npm run admin`).
 * @param subject Ids and short facts; no texts of people, which their own rows keep and lose in time.
 */
export async function writeStaffLog(
  tx: Db,
  actorId: string | null,
  act: StaffAct,
  subject: Record<string, unknown>,
): Promise<void> {
  await tx
    .insertInto('staffLog')
    .values({ actorId, act, subject: JSON.stringify(subject) })
    .execute()
}
