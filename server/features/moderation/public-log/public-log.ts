import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LogEntry } from '../../../../contract/moderation/log.ts'
import type { Db } from '../../../db/connect.ts'

/**
 * Appends a line, in the transaction of what it tells. Lines are numbered from 1 without gaps, and the hash of each
 * covers the one before: `sha256(previous || canonical)`. One lock for all, held until the commit: take it last.
 */
export async function appendToLog(tx: Db, entry: LogEntry): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reverie public log'))`.execute(tx)
  const last = await tx
    .selectFrom('publicLog')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  const previous = last?.hash ?? null
  // Both as the database gives them back, which is what will be checked. Of the moment, not of the transaction's
  // beginning: whoever waited for the lock over midnight must not write an earlier day below a later one.
  const { rows } = await sql<{ day: string; entry: object }>`
    select (clock_timestamp() at time zone 'UTC')::date as day, ${JSON.stringify(entry)}::jsonb as entry`.execute(tx)
  const { day, entry: kept } = rows[0]!
  const hash = hashOf(previous, canonical({ number, day, entry: kept }))
  await tx
    .insertInto('publicLog')
    .values({ number, day, entry: JSON.stringify(kept), previous, hash })
    .execute()
}

export function hashOf(previous: Uint8Array | null, line: string): Buffer {
  return createHash('sha256')
    .update(previous ?? '')
    .update(line)
    .digest()
}

/** One text for one line: JSON without spaces, keys in the order of their code points, at every depth. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
  return `{${members.join(',')}}`
}
