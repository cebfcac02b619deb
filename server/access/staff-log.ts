import type { Db } from '../db/connect.ts'

/** Names of staff actions in the staff log. */
type StaffAct =
  | 'decide'
  | 'lift'
  | 'make-batch'
  | 'undo-batch'
  | 'answer-appeal'
  | 'answer-dispute'
  | 'court-action'
  | 'release-comment'
  | 'draw-link'
  | 'change-role'
  | 'reset-link'
  | 'sign-out'
  | 'remove-passkeys'
  | 'change-settings'
  | 'change-storage-limit'
  | 'reset-limits'
  | 'let-in'
  | 'refuse-entry'
  | 'create-invitation'
  | 'revoke-invitation'
  | 'erase'
  | 'delete-account'
  | 'restore-account'
  | 'undo'
  | 'export-statements'
  | 'remove-samples'

/** A staff action about an account: the account that acts, and the account that is changed. */
export interface StaffChange {
  actorId: string
  personId: string
}

/**
 * Writes an action to the staff log, which admins read, in the transaction of the action.
 *
 * @param actorId Null for the server administrator (`npm run admin`).
 * @param subject Ids and short facts. Texts by users stay in their own rows, where they can be deleted.
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
