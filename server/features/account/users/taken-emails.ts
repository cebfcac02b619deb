import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { violatesUnique } from '../../../db/error-codes.ts'
import { AppError } from '../../../errors/app-error.ts'
import { isBlockedEmail } from './retired-accounts.ts'

/**
 * Refuses an address that no account has, but that is reserved. Call it after the statement that sets the address: that
 * statement waits while the address's former account changes or is deleted.
 *
 * @param userId The user who requests the address. Their own former address is not reserved.
 * @throws {AppError} EMAIL_TAKEN. The error also protects the address of an owner who left while suspended, and an
 *   address to which another owner may still revert.
 */
export async function refuseReservedEmail(tx: Db, email: string, userId?: string): Promise<void> {
  if ((await isBlockedEmail(tx, email)) || (await isFormerEmail(tx, email, userId))) throw emailTaken()
}

/**
 * Whether an e-mail address is reserved for an account that replaced it within the last seven days. The account may
 * restore the address. Without the reservation, an attacker who stole the account could register another account with
 * the former address, and the owner could not restore it.
 */
async function isFormerEmail(db: Db, email: string, userId: string | undefined): Promise<boolean> {
  const { rows } = await sql`
    select from email_changes
    where former = ${email} and former_is_proven and done_at > now() - interval '7 days'
      and user_id is distinct from ${userId ?? null}`.execute(db)
  return rows.length > 0
}

/** Throws EMAIL_TAKEN if the error says that another account has the e-mail address, or else the error itself. */
export function refuseTakenEmail(error: unknown): never {
  throw violatesUnique(error, 'users_email_key') ? emailTaken() : error
}

function emailTaken(): AppError {
  return new AppError('EMAIL_TAKEN', 'An account with this email already exists')
}
