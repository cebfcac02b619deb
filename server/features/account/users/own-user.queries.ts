import { sql } from 'kysely'
import * as z from 'zod/mini'
import { OwnUser } from '../../../../contract/account/users.ts'
import { accountStatusOf } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'

const OwnColumns = z.omit(OwnUser, { standing: true, unseenDecisions: true, unseenEvents: true })

/** The stored fields of a user's own record. */
export const ownColumns = Object.keys(OwnColumns.shape) as (keyof z.output<typeof OwnColumns>)[]

/** Computed fields that only the user sees: their account status and the number of unread items. */
export const ownFacts = () => [
  accountStatusOf.as('standing'),
  sql<number>`(
    select count(*)::int from decisions where person_id = users.id and seen_at is null and measure <> 'none'
  )`.as('unseenDecisions'),
  sql<number>`(
    select count(*)::int from account_events where user_id = users.id and seen_at is null
  )`.as('unseenEvents'),
]

/** Selects users with the fields that only they themselves see. */
export function selectOwnUsers(db: Db) {
  return db.selectFrom('users').select(ownColumns).select(ownFacts)
}

/** Finds a user with the fields that only they themselves see. */
export function findOwnUser(db: Db, id: string): Promise<OwnUser | undefined> {
  return selectOwnUsers(db).where('id', '=', id).executeTakeFirst()
}

/** Like `findOwnUser`. @throws {AppError} INVALID_CREDENTIALS if the account was deleted during the sign-in. */
export async function getUserToSignIn(db: Db, id: string): Promise<OwnUser> {
  const user = await findOwnUser(db, id)
  if (!user) throw new AppError('INVALID_CREDENTIALS', 'This account no longer exists.')
  return user
}
