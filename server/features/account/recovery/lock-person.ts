import type { Db } from '../../../db/connect.ts'

/** An account, as what lets somebody back into it must know it. */
export interface LockedPerson {
  id: string
  email: string
  username: string | null
  passwordSignIn: boolean
}

/**
 * Has changes of how somebody gets into their account wait for each other: this row first, then tokens, codes, sessions.
 *
 * @returns `undefined` if the account is gone.
 */
export function lockPerson(tx: Db, userId: string): Promise<LockedPerson | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'passwordSignIn'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
