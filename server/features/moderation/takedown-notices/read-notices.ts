import { type Selectable, sql } from 'kysely'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { getTakedownNotice } from '../../../../contract/moderation/takedown-notices.ts'
import type { Db } from '../../../db/connect.ts'
import type { ModerationTables } from '../../../db/schema/moderation-schema.ts'
import { AppError } from '../../../errors/app-error.ts'
import { reportState, verdictOfReport } from '../cases/report-state.ts'

type Receipt = ResponseOf<typeof getTakedownNotice>

/**
 * Returns the receipt of a takedown notice with the state of each case, but never the sender or the moderator.
 * @throws {AppError} NOT_FOUND.
 */
export async function getReceipt(db: Db, id: string): Promise<Receipt> {
  const { rows: notices } = await sql<Omit<Receipt, 'things'>>`
    select kind, (created_at at time zone 'UTC')::date as day from notices where id = ${id}`.execute(db)
  if (!notices[0]) throw new AppError('NOT_FOUND', 'There’s no notice with this number.')
  const { rows: things } = await sql<Receipt['things'][number]>`
    select cases.kind, reports.notice_address as address, ${reportState} as state
    from reports join cases on cases.id = reports.case_id
    left join lateral (${verdictOfReport}) as verdict on true
    where reports.notice_id = ${id}
    order by address`.execute(db)
  return { ...notices[0], things }
}

/** A takedown notice as the server administrator sees it. */
export type TakedownNotice = Omit<Selectable<ModerationTables['notices']>, 'forgottenAt'> & { addresses: string[] }

/** Lists takedown notices, newest first, or only the one with the given number. */
export async function listTakedownNotices(
  db: Db,
  { id, limit }: { id?: string; limit: number },
): Promise<TakedownNotice[]> {
  const { rows } = await sql<TakedownNotice>`
    select id, kind, created_at, name, email, contact, work, signature, explanation,
      array(select notice_address from reports where notice_id = notices.id order by 1) as addresses
    from notices where ${id ? sql`id = ${id}` : sql`true`}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
