import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Returns the states of a video's unfinished jobs. */
export async function statesOf(db: Db, videoId: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job
    where data->>'videoId' = ${videoId} and state <> 'completed'`.execute(db)
  return rows.map(({ state }) => state)
}
