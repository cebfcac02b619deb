import { type InsertObject, sql } from 'kysely'
import type { ApprovalRequest } from '../../../../contract/account/registration-approval.ts'
import type { Db } from '../../../db/connect.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { AppError } from '../../../errors/app-error.ts'
import { type StaffChange, writeStaffLog } from '../../../access/staff-log.ts'
import { accountNotFound } from '../../../access/refusals.ts'
import type { Deps } from '../../../setup/deps.ts'
import { sendEmail } from '../email/send-email.ts'

type EmailDeps = Pick<Deps, 'db' | 'jobs' | 'config'>

const shown = ['reason', 'askedAt', 'answer'] as const

/** Returns the registrant's request, or an empty one if they have made none. */
export async function getApprovalRequest(db: Db, userId: string): Promise<ApprovalRequest> {
  const request = await db.selectFrom('joinRequests').select(shown).where('userId', '=', userId).executeTakeFirst()
  return request ?? { reason: null, askedAt: null, answer: null }
}

/**
 * Stores a registrant's request. A new request replaces the former one and its answer.
 *
 * @throws {AppError} CONFLICT for an account that does not await approval, or no longer does.
 */
export function requestApproval(db: Db, userId: string, reason: string): Promise<ApprovalRequest> {
  return db.transaction().execute(async (tx) => {
    await lockWaiting(tx, userId)
    return saveRequest(tx, { userId, reason, askedAt: sql<string>`now()`, answer: null, answeredAt: null })
  })
}

/** Approves a registration and tells the registrant by e-mail. @throws {AppError} NOT_FOUND; CONFLICT if another admin was faster. */
export function approveRegistration(deps: EmailDeps, { actorId, personId }: StaffChange): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    await lockWaiting(tx, personId)
    await tx.updateTable('users').set({ waitingSince: null }).where('id', '=', personId).execute()
    await tx.deleteFrom('joinRequests').where('userId', '=', personId).execute()
    await writeStaffLog(tx, actorId, 'let-in', { personId })
    await sendEmail(tx, deps, { kind: 'registration-approved', userId: personId })
  })
}

/**
 * Rejects a registration and tells the registrant by e-mail. The account still awaits approval, and its owner can read
 * the reason on the site.
 *
 * @throws {AppError} NOT_FOUND; CONFLICT if it has since been approved.
 */
export function rejectRegistration(
  deps: EmailDeps,
  { actorId, personId, answer }: StaffChange & { answer: string },
): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    await lockWaiting(tx, personId)
    await saveRequest(tx, { userId: personId, answer, answeredAt: sql<string>`now()` })
    await writeStaffLog(tx, actorId, 'refuse-entry', { personId })
    await sendEmail(tx, deps, { kind: 'registration-rejected', userId: personId })
  })
}

function saveRequest(tx: Db, values: InsertObject<Database, 'joinRequests'>): Promise<ApprovalRequest> {
  return tx
    .insertInto('joinRequests')
    .values(values)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .returning(shown)
    .executeTakeFirstOrThrow()
}

/** Locks the account's row, so that approvals, rejections and new requests run one after the other. */
async function lockWaiting(tx: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ waitingSince: string | null }>`
    select waiting_since from users where id = ${userId} for no key update`.execute(tx)
  if (!rows[0]) throw accountNotFound()
  if (rows[0].waitingSince === null) throw new AppError('CONFLICT', 'This account has already been approved.')
}
