import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { counted } from '../../../format/in-words.ts'

const SHOWN = 10

/** Returns lines about videos whose poster, preview or stream could not be made: their number and the ten newest. */
export async function describeFailures(db: Db): Promise<string[]> {
  const { rows: failed } = await sql<{ id: string; reason: string }>`
    select id, coalesce(failure_reason, stream_failure) as reason from videos
    where failure_reason is not null or stream_failure is not null order by created_at desc`.execute(db)
  if (failed.length === 0) return []
  return [
    `Processing failed for ${counted(failed.length, 'video')}. To retry: npm run requeue -- --failed`,
    ...failed.slice(0, SHOWN).map(({ id, reason }) => `  ${id}: ${reason}`),
    ...(failed.length > SHOWN ? [`  and ${failed.length - SHOWN} more`] : []),
  ]
}
