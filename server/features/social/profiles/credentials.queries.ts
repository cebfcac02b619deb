import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Of who may sign in: an account that is being deleted is nobody's any more.
 *
 * @param rpId The host that passkeys work for.
 * @returns Also whether they have a passkey, and whether their password signs in: who chose passkeys only, and has none
 *   that works under the site's present address, would be locked out.
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

/** Of somebody who is signed in. */
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
