import type { Db } from '../../../db/connect.ts'

/**
 * Locks an account, so that changes of its sign-in methods run one after the other. Lock order: this row first, then
 * tokens, codes, sessions. The lock is as strong as the one for changing an address, because recovery may also change
 * the address.
 *
 * @returns `undefined` if the account is gone.
 */
export function lockPerson(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'emailVerifiedAt', 'username', 'passwordSignIn'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>
