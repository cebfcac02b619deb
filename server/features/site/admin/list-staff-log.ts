import { sql } from 'kysely'
import type { StaffLogLine } from '../../../../contract/site/staff-log.ts'
import { shownName } from '../../../access/shown-name.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, encodeNumberCursor, isBelow, type PageOf } from '../../../http/cursor.ts'

interface Row {
  id: number
  at: string
  act: string
  actorId: string | null
  actorName: string | null
  personId: string | null
  personName: string | null
  subject: Record<string, unknown>
}

/** Lists the actions of staff, newest first, with the current names of the people. */
export async function listStaffLog(
  db: Db,
  { limit, cursor }: PageOf,
): Promise<{ lines: StaffLogLine[]; nextCursor: string | null }> {
  const { rows: found } = await sql<Row>`
    select staff_log.id, at, act, subject, actor_id, ${shownName('actor')} as actor_name,
      ${subjectId} as person_id, ${shownName('person')} as person_name
    from staff_log
      left join users as actor on actor.id = actor_id
      left join users as person on person.id = ${subjectId}::uuid
    where ${isBelow(cursor, 'staff_log.id')}
    order by staff_log.id desc limit ${limit + 1}`.execute(db)
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => encodeNumberCursor({ number: id }))
  return { lines: rows.map(presentLine), nextCursor }
}

/** Selects the account that a line is about. For undone decisions, that is the person who had made them. */
const subjectId = sql`coalesce(subject->>'personId', subject->>'byPersonId')`

function presentLine({ id, at, act, actorId, actorName, personId, personName, subject }: Row): StaffLogLine {
  const facts = Object.entries(subject)
    .filter(([name]) => name !== 'personId' && name !== 'byPersonId')
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) }))
  return {
    id: String(id),
    at,
    act,
    actor: actorId === null ? null : { id: actorId, name: actorName },
    person: personId === null ? null : { id: personId, name: personName },
    facts,
  }
}
