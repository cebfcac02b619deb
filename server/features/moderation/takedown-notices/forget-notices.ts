import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** Forgets who sent a notice, and what they wrote, once the words of every case of it are forgotten. */
export async function forgetNotices(db: Db): Promise<void> {
  await sql`
    update notices set explanation = '', name = '', email = '', work = null, contact = null, signature = null,
      forgotten_at = now()
    where forgotten_at is null and created_at < now() - interval '215 days' and not exists (
      select from reports join cases on cases.id = reports.case_id
      where reports.notice_id = notices.id and cases.snapshot <> '{}'
    )`.execute(db)
}
