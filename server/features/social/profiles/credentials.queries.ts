import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Returns the credentials of a user who may sign in. Accounts that are being deleted are left out.
 *
 * @param rpId The host for which passkeys are valid.
 * @returns The credentials, whether the user has a passkey, and whether the password alone is enough to sign in. A user
 *   who chose to sign in only with passkeys may have no passkey for the site's present address. The password is then
 *   enough, because the user would be locked out otherwise.
 */
export async function findCredentials(db: Db, email: string, rpId: string) {
  const hasPasskey = sql`exists (select from passkeys where user_id = users.id and rp_id = ${rpId})`
  const { rows } = await sql<{ id: string; passwordHash: string; hasPasskey: boolean; passwordSignsIn: boolean }>`
    select id, password_hash, ${hasPasskey} as has_passkey, password_sign_in or not ${hasPasskey} as password_signs_in
    from users where email = ${email} and coalesce(delete_after > now(), true)`.execute(db)
  return rows[0]
}

interface Credentials {
  email: string
  username: string | null
  passwordHash: string
  passwordSignIn: boolean
  hasPasskey: boolean
}

/** Returns the credentials of a signed-in user. */
export async function getCredentialsOf(db: Db, id: string): Promise<Credentials> {
  const { rows } = await sql<Credentials>`
    select email, username, password_hash, password_sign_in,
      exists (select from passkeys where user_id = users.id) as has_passkey
    from users where id = ${id}`.execute(db)
  return rows[0]!
}
