import { sql } from 'kysely'
import type { Account } from '../../../../contract/account/account.ts'
import type { Db } from '../../../db/connect.ts'

/** Returns the signed-in person's account, as seen from this session. */
export async function getAccount(
  db: Db,
  { userId, sessionKey }: { userId: string; sessionKey: string },
): Promise<Omit<Account, 'hasMail' | 'mustConfirmEmail'>> {
  const { rows } = await sql<Omit<Account, 'hasMail' | 'mustConfirmEmail'>>`
    select email_verified_at, not password_sign_in as passkeys_only, delete_after, deletion_reason,
      suspended_until is not null as is_suspended,
      exists (select from sessions where sid = ${sessionKey} and is_easy_to_guess) as is_easy_to_guess,
      (select email from email_changes where user_id = users.id and done_at is null) as pending_email,
      (select count(*) from passkeys where user_id = users.id) as passkeys_count,
      (select count(*) from recovery_codes where user_id = users.id) as recovery_codes_left
    from users where id = ${userId}`.execute(db)
  return rows[0]!
}
