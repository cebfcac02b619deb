import { sql } from 'kysely'
import type { OwnUser } from '../../../../contract/account/users.ts'
import type { Db } from '../../../db/connect.ts'
import { ownColumns, ownFacts } from './own-user.queries.ts'
import { refuseReservedEmail, refuseTakenEmail } from './taken-emails.ts'

/** The number after that of the latest user. Numbers of deleted accounts are not reused. */
const nextNumber = sql<number>`greatest(
  (select max(user_number) from users), (select max(user_number) from retired_accounts), 0) + 1`

/** The next number of a sample. Samples count down from −1. */
const nextSampleNumber = sql<number>`least((select min(user_number) from users), 0) - 1`

/**
 * Creates a user.
 *
 * @param afterwards Further work for the same transaction.
 * @throws {AppError} EMAIL_TAKEN.
 */
export function createUser(
  db: Db,
  {
    email,
    passwordHash,
    isSample = false,
    isWaiting = false,
  }: { email: string; passwordHash: string; isSample?: boolean; isWaiting?: boolean },
  afterwards: (tx: Db, userId: string) => Promise<void> = async () => {},
): Promise<OwnUser> {
  return db
    .transaction()
    .execute(async (tx) => {
      // Only one registration runs at a time, so that numbers have no gaps. A sequence would leave a gap for each
      // refusal.
      await sql`select pg_advisory_xact_lock(hashtext('reverie user number'))`.execute(tx)
      const userNumber = isSample ? nextSampleNumber : nextNumber
      const waitingSince = isWaiting ? sql<string>`now()` : null
      const user = await tx
        .insertInto('users')
        .values({ email, passwordHash, isSample, waitingSince, userNumber })
        .returning(ownColumns)
        .returning(ownFacts)
        .executeTakeFirstOrThrow()
      await refuseReservedEmail(tx, email)
      await afterwards(tx, user.id)
      return user
    })
    .catch(refuseTakenEmail)
}
