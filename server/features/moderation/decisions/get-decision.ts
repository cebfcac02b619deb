import { type RawBuilder, sql } from 'kysely'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { listDecisions } from '../cases/list-decisions.ts'
import { alreadyDecided } from '../cases/refusals.ts'

/** Returns a decision as staff see it. @throws {AppError} NOT_FOUND. */
export async function getDecision(db: Db, id: string): Promise<Decision> {
  const [decision] = await listDecisions(db, sql<boolean>`decisions.id = ${id}`, 1)
  if (!decision) throw decisionNotFound()
  return decision
}

/** Returns the error for a decision that does not exist or concerns another user. */
export function decisionNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Decision not found')
}

/**
 * Returns the error that explains why an existing decision could not be changed.
 *
 * @param whyNot The reason, as an expression on `decisions` and `cases`.
 */
export async function whyNotChanged(db: Db, id: string, whyNot: RawBuilder<string | null>): Promise<AppError> {
  const { rows } = await sql<{ whyNot: string | null }>`
    select ${whyNot} as why_not from decisions join cases on cases.id = case_id where decisions.id = ${id}`.execute(db)
  const [found] = rows
  return found?.whyNot ? new AppError('ACCESS_DENIED', found.whyNot) : alreadyDecided()
}
