import { type Selectable, sql } from 'kysely'
import { maySignIn } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import type { UsersTable } from '../../../db/schema/schema.ts'
import { requireAccount } from '../settings/account.queries.ts'
import { selectOwnUsers } from '../users/own-user.queries.ts'

/**
 * Finds a user who may sign in, with their credentials. Accounts that are being deleted are left out.
 *
 * @param rpId The host for which passkeys are valid.
 * @returns `passwordSignsIn` is whether the password alone is enough. Users who sign in with passkeys only may use it
 *   while they have no passkey for the site's present host. Otherwise they would be locked out.
 */
export async function findCredentials(db: Db, email: string, rpId: string) {
  const passkey = sql<boolean>`exists (select from passkeys where user_id = users.id and rp_id = ${rpId})`
  const found = await selectOwnUsers(db)
    .select('passwordHash')
    .select([passkey.as('hasPasskey'), sql<boolean>`password_sign_in or not ${passkey}`.as('passwordSignsIn')])
    .where('email', '=', email)
    .where(maySignIn)
    .executeTakeFirst()
  if (!found) return undefined
  const { passwordHash, hasPasskey, passwordSignsIn, ...user } = found
  return { user, passwordHash, hasPasskey, passwordSignsIn }
}

type Credentials = Pick<Selectable<UsersTable>, 'email' | 'username' | 'passwordHash' | 'passwordSignIn'> & {
  hasPasskey: boolean
}

/**
 * Returns the credentials of a signed-in user.
 * @throws {AppError} LOGIN_REQUIRED if the account has since been deleted.
 */
export async function getCredentialsOf(db: Db, id: string): Promise<Credentials> {
  const { rows } = await sql<Credentials>`
    select email, username, password_hash, password_sign_in,
      exists (select from passkeys where user_id = users.id) as has_passkey
    from users where id = ${id}`.execute(db)
  return requireAccount(rows[0])
}
