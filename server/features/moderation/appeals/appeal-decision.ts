import { sql } from 'kysely'
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { getStatement, hasStatement, mayAppeal } from './statements.ts'

/**
 * Appeals a decision about the caller, once and within the appeal period. Of several concurrent appeals, one is kept.
 *
 * @throws {AppError} NOT_FOUND, including for decisions about other users; APPEAL_OVER; RATE_LIMITED.
 */
export async function appealDecision(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  personId: string,
  { id, text }: { id: string; text: string },
): Promise<Statement> {
  await limits.take('account-appeals', personId)
  const { numAffectedRows } = await sql`
    update decisions set appeal_text = ${text}, appealed_at = now(), seen_at = coalesce(seen_at, now())
    where id = ${id} and person_id = ${personId} and ${hasStatement} and ${mayAppeal}`.execute(db)
  if (numAffectedRows === 0n) throw await whyNotAppealed(db, personId, id)
  return getStatement(db, personId, id)
}

/** Returns the error for a decision that could not be appealed. @throws {AppError} NOT_FOUND. */
async function whyNotAppealed(db: Db, personId: string, id: string): Promise<AppError> {
  const statement = await getStatement(db, personId, id)
  if (statement.appeal) {
    return new AppError('APPEAL_OVER', 'You’ve already appealed this. Each decision can be appealed only once.')
  }
  if (statement.state === 'reversed') return new AppError('APPEAL_OVER', 'This decision was already reversed.')
  return new AppError('APPEAL_OVER', `The appeal deadline was ${statement.appealUntil}.`)
}
