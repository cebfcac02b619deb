import { findAlteredLines } from '../../moderation/public-log/find-altered-lines.ts'
import { findWrongCounts, findWrongKeptBytes } from './counters.ts'
import { findWrongDeletions } from './deletions.ts'
import type { Difference, DoctorDeps, RepairDeps } from './difference.ts'
import { findWrongEnforcement } from './enforcement.ts'
import { findBrokenReferences } from './references.ts'
import { findWrongFirsts, findWrongKeys } from './duplicates.ts'
import { findWrongBytes } from './stored-bytes.ts'

/**
 * Recounts every counter except views, and compares the database with itself and with storage. The site may be running:
 * changes in progress are not reported.
 *
 * @returns The differences, or an empty list.
 */
export async function findDifferences(deps: DoctorDeps): Promise<Difference[]> {
  return [
    ...(await findWrongCounts(deps.db)),
    ...(await findWrongKeptBytes(deps.db)),
    ...(await findBrokenReferences(deps.db)),
    ...(await findWrongKeys(deps.db)),
    ...(await findWrongFirsts(deps.db)),
    ...(await findWrongEnforcement(deps.db)),
    ...(await findWrongDeletions(deps.db)),
    // The original value is unknown, so a person must decide.
    ...(await findAlteredLines(deps.db)).map((line) => ({ line })),
    ...(await findWrongBytes(deps)),
  ]
}

/**
 * Repairs all differences that can be repaired.
 *
 * @param log Receives a line for each difference: its repair, or that it was not repaired.
 */
export async function repairDifferences(
  deps: RepairDeps,
  differences: Difference[],
  log: (line: string) => void,
): Promise<void> {
  for (const { line, repair } of differences) {
    log(`${line}: ${repair ? await repair(deps) : 'not repaired'}`)
  }
}
