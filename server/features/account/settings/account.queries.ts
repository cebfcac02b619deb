import { sql } from 'kysely'
import type { Account } from '../../../../contract/account/account.ts'
import type { Db } from '../../../db/connect.ts'

/** Finds the signed-in person's account, as seen from this session. */
export function findAccount(
  db: Db,
  { userId, sessionKey }: { userId: string; sessionKey: string },
): Promise<Omit<Account, 'hasMail' | 'mustConfirmEmail'>> {
  return db
    .selectFrom('users')
    .select((eb) => [
      eb
        .exists(eb.selectFrom('sessions').where('sid', '=', sessionKey).where('isEasyToGuess', '=', true))
        .$castTo<boolean>()
        .as('isEasyToGuess'),
      'emailVerifiedAt',
      eb.not('passwordSignIn').as('passkeysOnly'),
      'deleteAfter',
      sql<boolean>`suspended_until is not null`.as('isSuspended'),
      eb
        .selectFrom('emailChanges')
        .select('emailChanges.email')
        .whereRef('emailChanges.userId', '=', 'users.id')
        .where('doneAt', 'is', null)
        .as('pendingEmail'),
      eb
        .selectFrom('passkeys')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('passkeys.userId', '=', 'users.id')
        .$asScalar()
        .$notNull()
        .as('passkeysCount'),
      eb
        .selectFrom('recoveryCodes')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('recoveryCodes.userId', '=', 'users.id')
        .$asScalar()
        .$notNull()
        .as('recoveryCodesLeft'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
