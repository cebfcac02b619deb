import type { Insertable } from 'kysely'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Db } from '../../../db/connect.ts'
import type { ModerationTables } from '../../../db/schema/moderation-schema.ts'

type Given = Partial<Omit<Insertable<ModerationTables['decisions']>, 'caseId'>> & {
  kind?: CaseKind
  subjectId?: string
  openedAt?: string
}

/** Inserts a closed case and its decision. By default a video is hidden as spam. @returns The decision's id. */
export async function insertDecision(
  db: Db,
  { kind = 'video', subjectId, openedAt = '2026-01-01T00:00:00Z', ...more }: Given,
): Promise<string> {
  const [personId, decidedAt] = [more.personId ?? null, more.decidedAt ?? '2026-01-01T00:00:00Z']
  const subject = subjectId ?? crypto.randomUUID()
  const { id: caseId } = await db
    .insertInto('cases')
    .values({
      kind,
      subjectId: subject,
      videoId: kind === 'video' && subjectId ? subjectId : null,
      commentId: kind === 'comment' && subjectId ? subjectId : null,
      personId,
      source: more.source ?? 'report',
      state: 'closed',
      snapshot: '{}',
      openedAt,
      closedAt: decidedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('decisions')
    .values({
      rule: 'spam',
      ruleText: 'No repeated advertising.',
      measure: 'hide',
      facts: 'It says the same three times.',
      source: 'report',
      detected: 'person',
      ...more,
      caseId,
      personId,
      decidedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
