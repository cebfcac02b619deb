import { sql } from 'kysely'
import type { CaseKind, CaseSource } from '../../../../contract/moderation/cases.ts'
import { isSevere, type RuleKey } from '../../../../contract/moderation/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { isHeard } from './reopening.ts'
import { isUnreliable } from './reporter-record.ts'
import { keepSubject, type Subject } from './subject.ts'

export interface Opening {
  kind: CaseKind
  subjectId: string
  source: CaseSource
  /** Which rules are said to be broken, if any is named. */
  rules: RuleKey[]
  /** The account that reports it. */
  reporterId?: string | undefined
}

export interface OpenedCase {
  id: string
  /** False where this was judged already, and the report says nothing new: it is kept with that closed case. */
  isOpen: boolean
  subject: Subject
}

/**
 * Joins the one open case about something, or opens one, with its words as they stand now. What was judged is opened
 * again by a report only where there is something new (`isHeard`); by a notice, or by staff, always.
 *
 * Whoever says something about the same thing at once waits here for the other's commit, so that there is one case. The
 * row of an open case stays locked, so that nobody decides it before what is said here is part of it.
 *
 * @throws {AppError} NOT_FOUND for what is not there. Who may see it is for the caller to say.
 */
export async function openCase(tx: Db, opening: Opening): Promise<OpenedCase> {
  const { kind, subjectId, source, rules, reporterId } = opening
  const subject = await keepSubject(tx, kind, subjectId)
  await sql`select pg_advisory_xact_lock(hashtext('reverie case'), hashtext(${subjectId}))`.execute(tx)
  const severe = rules.some(isSevere) && !(reporterId && (await isUnreliable(tx, reporterId)))
  const joined = await joinOpenCase(tx, opening, severe)
  if (joined) return { id: joined, isOpen: true, subject }

  const last = await findLastCase(tx, kind, subjectId)
  if (last && source === 'report' && !(await isHeard(tx, opening, subject.words))) {
    return { id: last, isOpen: false, subject }
  }
  const { videoId, commentId, personId, words } = subject
  const { id } = await tx
    .insertInto('cases')
    .values({
      kind,
      subjectId,
      videoId,
      commentId,
      personId,
      source,
      rules,
      isSevere: severe,
      snapshot: JSON.stringify(words),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (last) await takeUnheardReports(tx, last, id)
  return { id, isOpen: true, subject }
}

/** A notice makes any case one that began with a notice: its sender is owed an answer. What more is said about a dispute goes before that. */
async function joinOpenCase(
  tx: Db,
  { kind, subjectId, source, rules }: Opening,
  severe: boolean,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update cases set
      rules = rules || array(select named from unnest(${rules}::text[]) as named where named <> all (rules)),
      is_severe = is_severe or ${severe},
      source = case when ${source} = 'notice' or source = 'dispute' then ${source} else source end
    where kind = ${kind} and subject_id = ${subjectId} and state = 'open'
    returning id`.execute(tx)
  return rows[0]?.id
}

async function findLastCase(tx: Db, kind: CaseKind, subjectId: string): Promise<string | undefined> {
  const last = await tx
    .selectFrom('cases')
    .select('id')
    .where('subjectId', '=', subjectId)
    .where('kind', '=', kind)
    .orderBy('openedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id
}

/** Reports that were kept with the closed case, and opened nothing, are part of the new one. */
async function takeUnheardReports(tx: Db, from: string, to: string): Promise<void> {
  await sql`
    with taken as (
      update reports set case_id = ${to} where case_id = ${from} and closed_at is null returning id
    )
    update cases set reports_count = reports_count + (select count(*) from taken) where id = ${to}`.execute(tx)
}

/** Counts one more report of an open case. */
export async function countReport(tx: Db, caseId: string): Promise<void> {
  await tx
    .updateTable('cases')
    .set(({ eb }) => ({ reportsCount: eb('reportsCount', '+', 1) }))
    .where('id', '=', caseId)
    .execute()
}
