import { sql } from 'kysely'
import type { Case, CaseReport } from '../../../../contract/moderation/cases.ts'
import { accountStatusOf } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { posterUrl } from '../../../objects/public-address.ts'
import { whyNotDecide } from './may-decide.ts'
import { listDecisions } from './list-decisions.ts'
import { presentSummary, selectSummaries } from './list-cases.ts'
import { findSubject } from './subject.ts'
import { caseNotFound } from './refusals.ts'

/** Maximum number of reports to return. The case's report count shows the total. */
const REPORTS_SHOWN = 200
const DECISIONS_SHOWN = 20

/** Returns a case with its reports. @throws {AppError} NOT_FOUND, including for cases that the viewer may not see. */
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
      whyNotDecide(viewerId, { isDismissal: true }).as('whyNot'),
      whyNotDecide(viewerId).as('whyNotEnforce'),
    ])
    .where('cases.id', '=', id)
    .executeTakeFirstOrThrow(() => caseNotFound())
  const { subjectId, personId, videoId, snapshot, quietUntil, whyNot, whyNotEnforce, ...summary } = row
  const { kind } = summary
  const subject = await findSubject(db, kind, subjectId)
  const isOther = sql<boolean>`decisions.person_id = ${personId} and decisions.case_id <> ${id}`
  return {
    ...presentSummary(summary),
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
    personDecisions: await listDecisions(db, isOther, DECISIONS_SHOWN),
    whyNot,
    whyNotEnforce:
      whyNot === null && whyNotEnforce ? `${whyNotEnforce} You can only find no violation.` : whyNotEnforce,
  }
}

/** Number of upheld copyright notices against a row of `users`. It only informs moderators. */
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
    thumbnailUrl: video.posterId && posterUrl(video.posterId, undefined),
    aspectRatio: video.aspectRatio,
  }
}

/** Lists the reports of a case, oldest first, with the outcomes of their reporters' decided reports. */
async function listReports(db: Db, caseId: string): Promise<CaseReport[]> {
  const { rows } = await sql<CaseReport>`
    with shown as (
      select * from reports where case_id = ${caseId} order by created_at, id limit ${REPORTS_SHOWN}
    ),
    -- Reports of subjects that were deleted before a decision do not count.
    records as (
      select reports.user_id, count(*) as judged, count(*) filter (where verdict.is_agreed) as agreed from reports
      join lateral (
        select bool_or(measure <> 'none' and state <> 'reversed') as is_agreed from decisions
        where decisions.case_id = reports.case_id having count(*) > 0
      ) as verdict on true
      where reports.user_id in (select user_id from shown) and reports.closed_at is not null
      group by reports.user_id
    )
    select shown.id, shown.reason, shown.other_text, shown.created_at,
      case when notices.id is not null then jsonb_build_object('kind', notices.kind, 'name', notices.name,
        'explanation', concat_ws(E'\n\n', 'Work: ' || notices.work, notices.explanation)) end as notice,
      case when users.id is not null then jsonb_build_object('id', users.id, 'name', users.display_name,
        'agreed', coalesce(agreed, 0), 'judged', coalesce(judged, 0)) end as reporter
    from shown left join users on users.id = shown.user_id
    left join notices on notices.id = shown.notice_id left join records on records.user_id = shown.user_id
    order by shown.created_at, shown.id`.execute(db)
  return rows
}
