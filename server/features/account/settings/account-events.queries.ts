import { sql } from 'kysely'
import { ACCOUNT_EVENTS_LISTED, type AccountEvent } from '../../../../contract/account/account-events.ts'
import type { Db } from '../../../db/connect.ts'
import type { AccountEventKind } from '../../../../contract/account/account.ts'
import type { Deps } from '../../../setup/deps.ts'
import { sendEmail } from '../email/send-email.ts'

/** Lists the latest changes of an account, newest first. */
export async function listAccountEvents(db: Db, userId: string): Promise<AccountEvent[]> {
  const { rows } = await sql<AccountEvent>`
    select id, kind, detail, at, seen_at is not null as is_seen from account_events
    where user_id = ${userId} order by at desc limit ${ACCOUNT_EVENTS_LISTED}`.execute(db)
  return rows
}

export async function markAccountEventsSeen(db: Db, userId: string, ids: string[]): Promise<void> {
  await sql`
    update account_events set seen_at = now()
    where user_id = ${userId} and id = any(${ids}) and seen_at is null`.execute(db)
}

/** Deletes up to 1,000 events that are older than a year, oldest first. The next sweeps delete the rest. */
export function deleteOldAccountEvents(db: Db): Promise<unknown> {
  return sql`
    delete from account_events where id = any (array(
      select id from account_events where at < now() - interval '1 year'
      order by at limit 1000 for update skip locked
    ))`.execute(db)
}

/**
 * Records a change of an account within `tx`, so that its owner notices changes by others. The change is shown until
 * the owner has seen it. It is also sent as an e-mail if the site can send one.
 *
 * @param event.detail The browser, the name of a passkey, or an admin's reason.
 */
export async function recordAccountEvent(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'config'>,
  event: { userId: string; kind: AccountEventKind; detail?: string | null },
): Promise<void> {
  const { id } = await tx.insertInto('accountEvents').values(event).returning('id').executeTakeFirstOrThrow()
  await sendEmail(tx, deps, { kind: 'account-event', eventId: id })
}
