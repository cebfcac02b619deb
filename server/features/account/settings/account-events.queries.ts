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
  await sql`
    update account_events set seen_at = now()
    where user_id = ${userId} and id = any(${ids}) and seen_at is null`.execute(db)
}

/** Deletes events after a year. */
export function forgetAccountEvents(db: Db): Promise<unknown> {
  return sql`delete from account_events where at < now() - interval '1 year'`.execute(db)
}
