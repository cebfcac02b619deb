import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { counted } from '../../../format/in-words.ts'
import { canonical, hashOf } from './append-to-log.ts'

const PAGE = 1_000

/**
 * Verifies the whole hash chain of the public log.
 *
 * @returns A sentence for each problem: an altered line, a gap, or a missing end; empty if all lines are intact.
 */
export async function findAlteredLines(db: Db): Promise<string[]> {
  const found = await findCutEnd(db)
  let last: { number: number; hash: Buffer } | undefined
  for (;;) {
    const lines = await db
      .selectFrom('publicLog')
      .select(['number', 'day', 'entry', 'previous', 'hash'])
      .where('number', '>', last?.number ?? 0)
      .orderBy('number')
      .limit(PAGE)
      .execute()
    for (const { number, day, entry, previous, hash } of lines) {
      const expected = (last?.number ?? 0) + 1
      if (number !== expected) found.push(describeMissing(expected, number - 1))
      else if (!areEqual(previous, last?.hash ?? null)) {
        found.push(`line ${number} of the public log does not follow line ${number - 1}: one of them was altered`)
      }
      if (!areEqual(hash, hashOf(previous, canonical({ number, day, entry })))) {
        found.push(`line ${number} of the public log was altered`)
      }
      last = { number, hash }
    }
    if (lines.length < PAGE) return found
  }
}

/**
 * Detects that lines were removed at the end. The remaining chain is valid, but has fewer lines than there are
 * decisions. A single statement reads both counts, because a decision might otherwise come between them.
 */
async function findCutEnd(db: Db): Promise<string[]> {
  const { rows } = await sql<{ decided: number; logged: number }>`
    select (select count(*) from decisions) as decided,
      (select count(*) from public_log where entry ->> 'event' = 'decided') as logged`.execute(db)
  return rows
    .filter(({ decided, logged }) => logged < decided)
    .map(
      ({ decided, logged }) =>
        `the public log lists ${counted(logged, 'decision')}, but there are ${decided.toLocaleString('en')}`,
    )
}

function describeMissing(from: number, to: number): string {
  return from === to
    ? `line ${from} of the public log is missing`
    : `lines ${from} to ${to} of the public log are missing`
}

function areEqual(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b)
}
