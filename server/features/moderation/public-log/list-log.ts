import type { LogEntry, LogLine } from '../../../../contract/moderation/public-log.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, encodeNumberCursor, isBelow, type PageOf } from '../../../http/cursor.ts'

/** Lists log lines, newest first, with all the data that is needed to verify them. */
export async function listLog(
  db: Db,
  { limit, cursor }: PageOf,
): Promise<{ lines: LogLine[]; nextCursor: string | null }> {
  const found = await db
    .selectFrom('publicLog')
    .select(['number', 'day', 'entry', 'previous', 'hash'])
    .where(isBelow(cursor, 'number'))
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute()
  const { rows, nextCursor } = cutPage(found, limit, encodeNumberCursor)
  const lines = rows.map(({ number, day, entry, previous, hash }) => ({
    number,
    day,
    // The cast is safe because only `appendToLog` writes lines.
    entry: entry as LogEntry,
    previous: previous?.toString('hex') ?? null,
    sha256: hash.toString('hex'),
  }))
  return { lines, nextCursor }
}
