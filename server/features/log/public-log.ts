import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DecisionState, Detected, Measure } from '../../../contract/moderation/decisions.ts'
import type { CaseKind, CaseSource } from '../../../contract/moderation/cases.ts'
import type { RuleKey } from '../../../contract/moderation/rules.ts'
import type { Db } from '../../db/connect.ts'

/**
 * What anybody may know of a decision: no names, titles, words or ids, and no free text, where personal data hides.
 * `reversed` may be of an appeal or of a moderator's own accord.
 */
export interface LogEntry {
  event: 'decided' | 'upheld' | Exclude<DecisionState, 'in-force'>
  kind: CaseKind
  rule: RuleKey
  measure: Measure
  /** How long it holds; null for what has no length. */
  duration: 'days' | 'weeks' | 'months' | 'unlimited' | null
  source: CaseSource
  detected: Detected
  sameJudge: boolean
}

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
  const { rows } = await sql<{ day: string }>`select (now() at time zone 'UTC')::date as day`.execute(tx)
  const day = rows[0]!.day
  const hash = hashOf(previous, canonical({ number, day, entry }))
  await tx
    .insertInto('publicLog')
    .values({ number, day, entry: JSON.stringify(entry), previous, hash })
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
