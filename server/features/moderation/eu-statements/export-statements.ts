import { sql } from 'kysely'
import { NIL_ID } from '../../../db/nil-id.ts'
import type { Db } from '../../../db/connect.ts'
import { euStatement, type Decided } from './eu-statement.ts'

const PAGE = 500

/**
 * Streams statements as JSON lines, oldest decision first. Rows are read while the lines are sent, so that memory stays
 * bounded.
 */
export async function* exportStatements(
  db: Db,
  { since, publicUrl }: { since?: string | undefined; publicUrl: string },
): AsyncGenerator<string> {
  let after: Place = { decidedAt: since ?? '-infinity', id: NIL_ID }
  for (;;) {
    const rows = await readDecided(db, after)
    // Each chunk is a whole page, because a write takes longer than building a line.
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(euStatement(row, publicUrl))}\n`).join('')
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last
  }
}

interface Place {
  decidedAt: string
  id: string
}

async function readDecided(db: Db, { decidedAt, id }: Place): Promise<(Decided & Place)[]> {
  const { rows } = await sql<Decided & Place>`
    select decisions.id, decided_at, cases.kind, rule, rule_title, rule_text, measure, decisions.source, detected,
      decided_at::date as decided_on, until::date as ends_on,
      -- Deleted subjects have no date of creation. The date of the case is an upper bound.
      coalesce(videos.created_at, comments.created_at, case kind when 'account' then users.joined_date end,
        opened_at)::date as made_on
    from decisions join cases on cases.id = case_id
    left join videos on videos.id = cases.video_id and kind = 'video'
    left join comments on comments.id = cases.comment_id
    left join users on users.id = decisions.person_id
    where measure not in ('none', 'warn') and (decided_at, decisions.id) > (${decidedAt}::timestamptz, ${id}::uuid)
    order by decided_at, decisions.id limit ${PAGE}`.execute(db)
  return rows
}
