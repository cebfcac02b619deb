import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LogEntry } from '../../../../contract/moderation/public-log.ts'
import type { Db } from '../../../db/connect.ts'

/**
 * Appends a line to the public log, in the transaction that the line describes. Lines are numbered from 1 without gaps,
 * and the hash of each covers the previous one: `sha256(previous || canonical)`. A global lock is held until the
 * commit, so the call must come last.
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
  // The hash covers both values as the database returns them, because verification reads them from there. The day is
  // read after the lock is taken. Otherwise a writer that waited past midnight would write an earlier day after a later
  // one.
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

/** Returns a canonical string: JSON without spaces, with keys in the order of their code points, at every depth. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
  return `{${members.join(',')}}`
}
