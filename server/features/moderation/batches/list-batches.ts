import { type RawBuilder, sql } from 'kysely'
import type { Batch } from '../../../../contract/moderation/batches.ts'
import type { Person } from '../../../access/can.ts'
import { shownName } from '../../../access/shown-name.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { isShownTo } from '../cases/may-decide.ts'
import { subjectLine } from '../cases/subject.ts'

/**
 * Maximum number of listed batches. Waves of comments count separately, because they would otherwise displace the
 * batches.
 */
const LISTED_MAX = 20

/** Lists the latest batches and the latest waves of comments together, newest first. */
export function listBatches(db: Db, viewer: Person): Promise<Batch[]> {
  const latest = (isWave: boolean) => sql`
    array(select id from batches where is_wave = ${isWave} order by made_at desc, id limit ${LISTED_MAX})`
  return readBatches(db, viewer, sql`batches.id = any (${latest(false)} || ${latest(true)})`)
}

/** Returns a batch. @throws {AppError} NOT_FOUND. */
export async function getBatch(db: Db, viewer: Person, id: string): Promise<Batch> {
  const [batch] = await readBatches(db, viewer, sql`batches.id = ${id}`)
  if (!batch) throw new AppError('NOT_FOUND', 'This batch was not found')
  return batch
}

/**
 * Condition that the viewer may undo a row of `batches`. The moderator who made it and admins may undo it once. Admins
 * may undo it again if some of its decisions were not reversed.
 */
export function mayUndo({ id, role }: Person): RawBuilder<boolean> {
  const isAdmin = role === 'admin'
  return sql<boolean>`(case when batches.undone_at is null then batches.made_by = ${id} or ${isAdmin}
    else ${isAdmin} and batches.finished_at is not null and exists (
      select from batch_items where batch_id = batches.id and state = 'decided'
    ) end)`
}

async function readBatches(db: Db, viewer: Person, condition: RawBuilder<unknown>): Promise<Batch[]> {
  const { rows } = await sql<Batch>`
    select batches.id, kind, rule, measure, until, made_at, undone_at, finished_at is null as is_running,
      ${shownName('maker')} as made_by,
      ${shownName('undoer')} as undone_by,
      items.total, items.waiting, items.decided, items.undone, ${mayUndo(viewer)} as may_undo,
      coalesce((
        select jsonb_agg(jsonb_build_object('reason', reason, 'count', count, 'cases', skipped_cases)
          order by count desc, reason)
        from (
          select reason, count(*), coalesce(jsonb_agg(jsonb_build_object('id', cases.id, 'subject', ${subjectLine})
              order by position) filter (where cases.id is not null and ${isShownTo(viewer.id)}), '[]') as skipped_cases
          from batch_items
            left join decisions on batches.kind = 'case' and decisions.id = decision_id
            left join cases on batches.kind = 'case' and cases.id = coalesce(decisions.case_id, batch_items.subject_id)
          where batch_id = batches.id and reason is not null group by reason
        ) as skipped
      ), '[]') as skipped
    from batches left join users as maker on maker.id = made_by left join users as undoer on undoer.id = undone_by
      cross join lateral (
        select count(*)::int as total, (count(*) filter (where state = 'waiting'))::int as waiting,
          (count(*) filter (where state = 'decided'))::int as decided,
          (count(*) filter (where state = 'undone'))::int as undone
        from batch_items where batch_id = batches.id
      ) as items
    where ${condition} order by made_at desc, batches.id`.execute(db)
  return rows
}
