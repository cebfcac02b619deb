import { sql } from 'kysely'
import type { Role } from '../../../../contract/account/users.ts'
import { accountStatusOf, adminsOnly, refuseSample } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { accountNotFound } from '../../../access/refusals.ts'

interface RoleChange {
  /**
   * The account that makes the change. It must still be an admin once the lock is held. `null` for `npm run admin`,
   * which may even remove the last admin.
   */
  actorId: string | null
  personId: string
  role: Role
}

/**
 * Gives an account a role. The whole site makes one change at a time. Becoming moderator or admin also approves a
 * waiting registration.
 *
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED if the actor is no longer an admin; CONFLICT for samples, for restricted,
 *   suspended and leaving accounts, and for the last admin.
 */
export function changeRole(db: Db, change: RoleChange): Promise<void> {
  const { actorId, personId, role } = change
  return db.transaction().execute(async (tx) => {
    await takeRolesLock(tx)
    if (actorId !== null) await requireAdminStill(tx, actorId)
    if (actorId !== null && role !== 'admin') await requireAnotherAdmin(tx, personId)
    await giveRole(tx, change)
  })
}

/** Takes the lock that serialises changes of roles, and decisions that depend on the existence of an admin. */
export async function takeRolesLock(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reverie roles'))`.execute(tx)
}

/**
 * Changes the role while the lock is held.
 *
 * @param facts Further facts for the staff log, such as a role given with a link of `npm run admin`.
 * @throws {AppError} NOT_FOUND, CONFLICT.
 */
export async function giveRole(
  tx: Db,
  { actorId, personId, role }: RoleChange,
  facts: { byLink?: true } = {},
): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['role', 'isSample', accountStatusOf.as('status')])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => accountNotFound())
  if (person.role === role) return
  if (role !== 'member') requireEligible(person)
  await tx
    .updateTable('users')
    .set({ role, ...(role === 'member' ? {} : { waitingSince: null }) })
    .where('id', '=', personId)
    .execute()
  await writeStaffLog(tx, actorId, 'change-role', { personId, from: person.role, to: role, ...facts })
}

function requireEligible({ isSample, status }: { isSample: boolean; status: string }): void {
  refuseSample({ isSample })
  if (status === 'restricted' || status === 'suspended') {
    throw new AppError('CONFLICT', `This account is ${status}. Lift that first.`)
  }
  if (status === 'leaving') {
    throw new AppError('CONFLICT', 'This account is scheduled for deletion at its owner’s request.')
  }
}

async function requireAdminStill(tx: Db, actorId: string): Promise<void> {
  const actor = await tx.selectFrom('users').select('role').where('id', '=', actorId).executeTakeFirst()
  if (actor?.role !== 'admin') throw adminsOnly()
}

/** Requires another admin who is not restricted, suspended or in deletion. @throws {AppError} CONFLICT. */
export async function requireAnotherAdmin(tx: Db, personId: string): Promise<void> {
  const { rows } = await sql`
    select from users where role = 'admin' and id <> ${personId} and ${accountStatusOf} = 'active' limit 1`.execute(tx)
  if (rows.length > 0) return
  throw new AppError('CONFLICT', 'There is no other admin. Make someone else an admin first.')
}
