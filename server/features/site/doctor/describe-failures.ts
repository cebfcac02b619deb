import type { Db } from '../../../db/connect.ts'
import { counted } from '../../../format/in-words.ts'

const SHOWN = 10

/** Returns lines about videos whose poster, preview or stream could not be made: their number and the ten newest. */
export async function describeFailures(db: Db): Promise<string[]> {
  const failed = await db
    .selectFrom('videos')
    .select(({ fn }) => ['id', fn.coalesce('failureReason', 'streamFailure').as('reason')])
    .where(({ or, eb }) => or([eb('failureReason', 'is not', null), eb('streamFailure', 'is not', null)]))
    .orderBy('createdAt', 'desc')
    .execute()
  if (failed.length === 0) return []
  return [
    `Processing failed for ${counted(failed.length, 'video')}. To retry: npm run requeue -- --failed`,
    ...failed.slice(0, SHOWN).map(({ id, reason }) => `  ${id}: ${reason}`),
    ...(failed.length > SHOWN ? [`  and ${failed.length - SHOWN} more`] : []),
  ]
}
