import type { Db } from '../../../db/connect.ts'

/** An account, as what lets somebody back into it must know it. */
export interface LockedPerson {
  id: string
  email: string
  emailVerifiedAt: string | null
  username: string | null
  passwordSignIn: boolean
}

/**
 * Has changes of how somebody gets into their account wait for each other: this row first, then tokens, codes, sessions.
 * The lock is the one that changing an address takes, as coming back may do that.
 *
 * @returns `undefined` if the account is gone.
 */
export function lockPerson(tx: Db, userId: string): Promise<LockedPerson | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'emailVerifiedAt', 'username', 'passwordSignIn'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}
