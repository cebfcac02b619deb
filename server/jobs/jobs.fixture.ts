import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** The states of the jobs about a video that are still to be done. */
export async function statesOf(db: Db, videoId: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job
    where data->>'videoId' = ${videoId} and state <> 'completed'`.execute(db)
  return rows.map(({ state }) => state)
}
