import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** As long as a decision may be appealed, and a month to answer. */
const KEPT_DAYS = 215
const AT_ONCE = 500

/**
 * Empties what people wrote in cases that were closed long ago, and in the reports and notices about them. That something
 * was reported, when, and what became of it stays.
 */
export async function forgetOldWords(db: Db): Promise<void> {
  await sql`
    with old as (
      select id from cases
      where state = 'closed' and snapshot <> '{}' and closed_at < now() - make_interval(days => ${KEPT_DAYS})
      limit ${AT_ONCE} for update skip locked
    ),
    emptied as (update cases set snapshot = '{}' from old where cases.id = old.id returning cases.id),
    said as (
      update reports set other_text = null, closed_at = coalesce(reports.closed_at, now())
      from emptied where case_id = emptied.id returning notice_id
    )
    update notices set explanation = '', name = '', email = '', work = null, contact = null, signature = null,
      forgotten_at = now()
    where id in (select notice_id from said) and forgotten_at is null and not exists (
      select from reports join cases on cases.id = reports.case_id
      where reports.notice_id = notices.id and cases.snapshot <> '{}' and cases.id not in (select id from emptied)
    )`.execute(db)
}
