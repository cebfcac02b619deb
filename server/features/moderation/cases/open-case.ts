import { sql } from 'kysely'
import type { CaseKind, CaseSource } from '../../../../contract/moderation/cases.ts'
import { isSevere, type RuleKey } from '../../../../contract/moderation/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { mayReopen } from './may-reopen.ts'
import { lockSubject, type Subject } from './subject.ts'

export interface Opening {
  kind: CaseKind
  subjectId: string
  source: CaseSource
  /** Rules that the reporter names, if any. */
  rules: RuleKey[]
  /** The reporting account. */
  reporterId?: string | undefined
}

interface OpenedCase {
  id: string
  /** Whether the case is open. A report that adds nothing new is stored with the closed case. */
  isOpen: boolean
  subject: Subject
}

/**
 * Joins the open case about a subject, or opens one with a snapshot of its current text. A report of a decided subject
 * opens a new case only if it adds something new (`mayReopen`). Any other source always opens one.
 *
 * Only one transaction at a time may open a case about the same subject. The row of an open case stays locked. No
 * moderator can thus decide it before the new report is part of it.
 *
 * @throws {AppError} NOT_FOUND if the subject does not exist. The caller checks whether the reporter may see it.
 */
export async function openCase(tx: Db, opening: Opening): Promise<OpenedCase> {
  const { kind, subjectId, source, rules } = opening
  const subject = await lockSubject(tx, kind, subjectId)
  await lockCasesAbout(tx, subjectId)
  const severe = rules.some(isSevere)
  const joined = await joinOpenCase(tx, opening, severe)
  if (joined) return { id: joined, isOpen: true, subject }

  const last = await findLastCase(tx, kind, subjectId)
  if (last && source === 'report' && !(await mayReopen(tx, opening, subject.words))) {
    return { id: last, isOpen: false, subject }
  }
  const { videoId, commentId, personId, words } = subject
  const about = { kind, subjectId, videoId, commentId, personId, snapshot: JSON.stringify(words) }
  const values = { ...about, source, rules, isSevere: severe }
  const { id } = await tx.insertInto('cases').values(values).returning('id').executeTakeFirstOrThrow()
  if (last) await moveReports(tx, last, id)
  return { id, isOpen: true, subject }
}

/** Locks a subject, until the commit, against other transactions that open a case about it. */
export async function lockCasesAbout(tx: Db, subjectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reverie case'), hashtext(${subjectId}))`.execute(tx)
}

/**
 * Joins the open case about a subject and returns its id, if there is one. A takedown notice becomes the source of the
 * case, because its sender must receive an answer. Any other source replaces only a dispute.
 */
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

/** Finds the last case about a subject. Cases that the answer to a dispute closed have no decision and come last. */
async function findLastCase(tx: Db, kind: CaseKind, subjectId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from cases where subject_id = ${subjectId} and kind = ${kind}
    order by exists (select from decisions where case_id = cases.id) desc, opened_at desc limit 1`.execute(tx)
  return rows[0]?.id
}

/** Moves the reports that were stored with the closed case to the new one. */
async function moveReports(tx: Db, from: string, to: string): Promise<void> {
  await sql`
    with taken as (
      update reports set case_id = ${to} where case_id = ${from} and closed_at is null returning id
    )
    update cases set reports_count = reports_count + (select count(*) from taken) where id = ${to}`.execute(tx)
}

export async function countReport(tx: Db, caseId: string): Promise<void> {
  await sql`update cases set reports_count = reports_count + 1 where id = ${caseId}`.execute(tx)
}
