import { sql } from 'kysely'
import type { JoinRequest } from '../../../../contract/account/registration-approval.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { writeStaffLog } from '../../moderation/public-log/staff-log.ts'

const shown = ['reason', 'askedAt', 'answer'] as const

export async function findJoinRequest(db: Db, userId: string): Promise<JoinRequest> {
  const request = await db.selectFrom('joinRequests').select(shown).where('userId', '=', userId).executeTakeFirst()
  return request ?? { reason: null, askedAt: null, answer: null }
}

/**
 * What somebody says anew takes the place of what they said, and of how they were answered.
 *
 * @throws {AppError} CONFLICT for whoever does not wait, or not any more.
 */
export function askToJoin(db: Db, userId: string, reason: string): Promise<JoinRequest> {
  return db.transaction().execute(async (tx) => {
    await lockWaiting(tx, userId)
    const request = { reason, askedAt: sql<string>`now()`, answer: null, answeredAt: null }
    return tx
      .insertInto('joinRequests')
      .values({ userId, ...request })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(request))
      .returning(shown)
      .executeTakeFirstOrThrow()
  })
}

/** @throws {AppError} NOT_FOUND; CONFLICT if another admin was quicker. */
export function letIn(db: Db, actorId: string, personId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockWaiting(tx, personId)
    await tx.updateTable('users').set({ waitingSince: null }).where('id', '=', personId).execute()
    await tx.deleteFrom('joinRequests').where('userId', '=', personId).execute()
    await writeStaffLog(tx, actorId, 'let-in', { personId })
  })
}

/** They still wait, and read why. @throws {AppError} NOT_FOUND; CONFLICT if they were let in meanwhile. */
export function refuseEntry(db: Db, actorId: string, personId: string, answer: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockWaiting(tx, personId)
    const refusal = { answer, answeredAt: sql<string>`now()` }
    await tx
      .insertInto('joinRequests')
      .values({ userId: personId, ...refusal })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(refusal))
      .execute()
    await writeStaffLog(tx, actorId, 'refuse-entry', { personId })
  })
}

/** Whoever lets somebody in, refuses them, or hears them once more, waits for this row. */
async function lockWaiting(tx: Db, userId: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select('waitingSince')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw new AppError('NOT_FOUND', 'There is no such account.')
  if (person.waitingSince === null) throw new AppError('CONFLICT', 'This account does not wait: it is in already.')
}
