import { sql } from 'kysely'
import { ACCOUNT_EVENTS_LISTED, type AccountEvent } from '../../../../contract/account/account-events.ts'
import type { Db } from '../../../db/connect.ts'

/** Lists the changes of an account, newest first. */
export function listAccountEvents(db: Db, userId: string): Promise<AccountEvent[]> {
  return db
    .selectFrom('accountEvents')
    .select((eb) => ['id', 'kind', 'detail', 'at', eb('seenAt', 'is not', null).$castTo<boolean>().as('isSeen')])
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .limit(ACCOUNT_EVENTS_LISTED)
    .execute()
}

export async function markAccountEventsSeen(db: Db, userId: string, ids: string[]): Promise<void> {
  await db
    .updateTable('accountEvents')
    .set({ seenAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('id', '=', sql<string>`any(${ids})`)
    .where('seenAt', 'is', null)
    .execute()
}

/** Deletes events after a year. */
export function forgetAccountEvents(db: Db): Promise<unknown> {
  return db
    .deleteFrom('accountEvents')
    .where('at', '<', sql<string>`now() - interval '1 year'`)
    .execute()
}
