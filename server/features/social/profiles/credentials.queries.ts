import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Returns the credentials of a user who may sign in. Accounts that are being deleted are left out.
 *
 * @param rpId The host for which passkeys are valid.
 * @returns Also whether the user has a passkey, and whether their password signs in. A user who chose passkeys only may
 *   have none for the site's present address. Their password then signs in, because they would be locked out otherwise.
 */
export function findCredentials(
  db: Db,
  email: string,
  rpId: string,
): Promise<{ id: string; passwordHash: string; hasPasskey: boolean; passwordSignsIn: boolean } | undefined> {
  const hasPasskey = sql<boolean>`exists (select from passkeys where user_id = users.id and rp_id = ${rpId})`
  return db
    .selectFrom('users')
    .select([
      'id',
      'passwordHash',
      hasPasskey.as('hasPasskey'),
      sql<boolean>`password_sign_in or not ${hasPasskey}`.as('passwordSignsIn'),
    ])
    .where('email', '=', email)
    .where(sql<boolean>`coalesce(delete_after > now(), true)`)
    .executeTakeFirst()
}

/** Returns the credentials of a signed-in user. */
export function findCredentialsOf(
  db: Db,
  id: string,
): Promise<{
  email: string
  username: string | null
  passwordHash: string
  passwordSignIn: boolean
  hasPasskey: boolean
}> {
  return db
    .selectFrom('users')
    .select((eb) => [
      'email',
      'username',
      'passwordHash',
      'passwordSignIn',
      eb
        .exists(eb.selectFrom('passkeys').whereRef('passkeys.userId', '=', 'users.id'))
        .$castTo<boolean>()
        .as('hasPasskey'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
