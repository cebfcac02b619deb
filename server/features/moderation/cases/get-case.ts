import { sql } from 'kysely'
import type { Case, CaseReport } from '../../../../contract/moderation/cases.ts'
import { accountStatusOf } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { whyNotJudge } from './judging.ts'
import { listDecisions } from './list-decisions.ts'
import { presentSummary, selectSummaries } from './list-cases.ts'
import { isUnreliableRecord, recordsOf, type ReporterRecord } from './reporter-record.ts'
import { findSubject } from './subject.ts'

/** Maximum number of reports to return. A moderator does not read more, and the count shows the total. */
const REPORTS_SHOWN = 200
const DECISIONS_SHOWN = 20

/**
 * Returns a case with its reports.
 * @throws {AppError} NOT_FOUND.
 */
export async function getCase(
  db: Db,
  viewerId: string,
  id: string,
  findDispute: (videoId: string) => Promise<Case['dispute']>,
): Promise<Case> {
  const row = await selectSummaries(db, viewerId)
    .select([
      'cases.subjectId',
      'cases.personId',
      'cases.videoId',
      'cases.snapshot',
      sql<string | null>`case when quiet_until > now() then quiet_until end`.as('quietUntil'),
      whyNotJudge(viewerId).as('whyNot'),
    ])
    .where('cases.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', 'Case not found')
  const { kind, subjectId, personId, videoId, snapshot, quietUntil, whyNot } = row
  const subject = await findSubject(db, kind, subjectId)
  return {
    ...presentSummary(row),
    person: personId ? await findPerson(db, personId) : null,
    dispute: kind === 'video' ? await findDispute(subjectId) : null,
    media: videoId ? await findMedia(db, videoId) : null,
    isThere: subject !== undefined,
    quietUntil,
    isHidden: subject?.isHidden ?? false,
    snapshot,
    current: subject?.words ?? null,
    reports: await listReports(db, id),
    decisions: await listDecisions(db, sql<boolean>`decisions.case_id = ${id}`, DECISIONS_SHOWN),
    personDecisions: personId
      ? await listDecisions(
          db,
          sql<boolean>`decisions.person_id = ${personId} and decisions.case_id <> ${id}`,
          DECISIONS_SHOWN,
        )
      : [],
    whyNot,
  }
}

/** Counts the upheld copyright notices against the person in the current `users` row. Has no automatic effect. */
const copyrightCount = sql<number>`(
  select count(*) from decisions where decisions.person_id = users.id and decisions.rule = 'copyright'
    and decisions.source = 'notice' and decisions.measure <> 'none' and decisions.state <> 'reversed')`

async function findPerson(db: Db, id: string): Promise<Case['person']> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'username', 'displayName', 'avatarUrl', 'joinedDate', 'role', 'videosCount'])
    .select(accountStatusOf.as('standing'))
    .select(copyrightCount.as('copyrightCount'))
    .select(sql<number>`(select count(*) from comments where comments.user_id = users.id)`.as('commentsCount'))
    .where('id', '=', id)
    .executeTakeFirst()
  return person ?? null
}

async function findMedia(db: Db, videoId: string): Promise<Case['media']> {
  const video = await db
    .selectFrom('videos')
    .select(['id', 'originalId', 'originalType', 'posterId', 'aspectRatio'])
    .where('id', '=', videoId)
    .executeTakeFirst()
  if (!video) return null
  return {
    videoId: video.id,
    videoUrl: objectPath(video.originalId, video.originalType),
    thumbnailUrl: video.posterId && objectPath(video.posterId, renditionTypes.poster),
    aspectRatio: video.aspectRatio,
  }
}

interface ReportRow extends Omit<CaseReport, 'reporter' | 'notice'>, ReporterRecord {
  reporterId: string | null
  name: string
  noticeKind: string | null
  noticeName: string
  explanation: string
}

/** Lists the reports of a case, oldest first. Reports of accounts whose reports are nearly always wrong come last. */
async function listReports(db: Db, caseId: string): Promise<CaseReport[]> {
  const shown = sql`select user_id from shown where user_id is not null`
  const { rows } = await sql<ReportRow>`
    with shown as (
      select * from reports where case_id = ${caseId} order by created_at, id limit ${REPORTS_SHOWN}
    ),
    records as (${recordsOf(shown)})
    select shown.id, shown.reason, shown.other_text, shown.created_at, users.id as reporter_id,
      users.display_name as name, coalesce(agreed, 0) as agreed, coalesce(judged, 0) as judged,
      notices.kind as notice_kind, notices.name as notice_name,
      concat_ws(E'\n\n', 'Work: ' || notices.work, notices.explanation) as explanation
    from shown left join users on users.id = shown.user_id
    left join notices on notices.id = shown.notice_id left join records on records.user_id = shown.user_id
    order by shown.created_at, shown.id`.execute(db)
  return rows
    .toSorted((a, b) => Number(isUnreliableRecord(a)) - Number(isUnreliableRecord(b)))
    .map(({ reporterId, name, agreed, judged, noticeKind, noticeName, explanation, ...report }) => ({
      ...report,
      notice: noticeKind ? { kind: noticeKind, name: noticeName, explanation } : null,
      reporter: reporterId ? { id: reporterId, name, agreed, judged } : null,
    }))
}
