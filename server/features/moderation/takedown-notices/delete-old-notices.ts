import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** Deletes the sender and the texts of a takedown notice once the texts of all its cases are deleted. */
export async function deleteOldTakedownNotices(db: Db): Promise<void> {
  await sql`
    update notices set explanation = '', name = '', email = '', work = null, contact = null, signature = null,
      forgotten_at = now()
    where forgotten_at is null and created_at < now() - interval '215 days' and not exists (
      select from reports join cases on cases.id = reports.case_id
      where reports.notice_id = notices.id and cases.snapshot <> '{}'
    )`.execute(db)
}
