import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** Retention period of texts. An appeal may arrive for 184 days, and its answer takes up to a month. */
const KEPT_FOR = sql`interval '215 days'`

/**
 * Deletes the texts of decisions `KEPT_FOR` after their end: facts, notes, appeals, counter-notices, and the texts of
 * cases and reports. Warnings and dismissals end when they are made. The rule and the enforcement are kept. Decisions
 * in force and decisions with an open appeal keep their texts, but not after the affected account is deleted.
 */
export async function deleteOldDecisionTexts(db: Db): Promise<void> {
  // These conditions must be the same text as those of the partial indexes.
  const isOver = sql`(state <> 'in-force' or measure in ('none', 'warn')) and (appealed_at is null or outcome is not null)`
  for (const isDue of [isOver, sql`person_id is null`]) {
    await sql`
      update decisions set facts = null, note = null, appeal_text = null, answer = null, lift_answer = null
      where facts is not null and coalesce(ended_at, decided_at) < now() - ${KEPT_FOR} and ${isDue}`.execute(db)
  }
  await sql`
    update counter_notices set explanation = null, name = null, contact = null, signature = null
    from decisions where decisions.id = decision_id and decisions.facts is null and name is not null`.execute(db)
  await sql`
    with forgotten as (
      update cases set snapshot = '{}'
      where state = 'closed' and snapshot <> '{}' and closed_at < now() - ${KEPT_FOR}
        and not exists (select from decisions where case_id = cases.id and facts is not null)
      returning id
    )
    update reports set other_text = null, subject = null
    where case_id in (select id from forgotten) and (other_text is not null or subject is not null)`.execute(db)
}

/** Deletes the sender and the texts of an old takedown notice once all its cases have lost their texts. */
export async function deleteOldNoticeTexts(db: Db): Promise<void> {
  await sql`
    update notices set explanation = '', name = '', email = '', work = null, contact = null, signature = null,
      forgotten_at = now()
    where forgotten_at is null and created_at < now() - ${KEPT_FOR} and not exists (
      select from reports join cases on cases.id = reports.case_id
      where reports.notice_id = notices.id and cases.snapshot <> '{}'
    )`.execute(db)
}
