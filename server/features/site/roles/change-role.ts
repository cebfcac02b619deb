import { sql } from 'kysely'
import type { Role } from '../../../../contract/social/profiles.ts'
import { standingOf } from '../../../access/standing.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { writeStaffLog } from '../../moderation/public-log/staff-log.ts'

/** What the staff log says of how a role came about, besides who gave it. */
interface Circumstances {
  /** By the link of `npm run admin`. */
  byLink?: true
}

/**
 * Gives somebody a role, one change at a time over the whole site. Being made moderator or admin lets in whoever waited.
 *
 * @param actorId Whose act it is: an admin still, once it is their turn, or nobody of the site (`npm run admin`), who may
 *   also leave the site without an admin.
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED if the actor has ceased to be an admin; CONFLICT for samples, for accounts
 *   under a measure, and for the last admin.
 */
export function changeRole(db: Db, actorId: string | null, personId: string, role: Role): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await takeRolesLock(tx)
    if (actorId !== null) await requireAdminStill(tx, actorId)
    if (actorId !== null && role !== 'admin') await requireAnotherAdmin(tx, personId)
    await giveRole(tx, actorId, personId, role)
  })
}

/** Whoever changes roles, or asks whether there is an admin in order to change something, goes one after the other. */
export async function takeRolesLock(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reverie roles'))`.execute(tx)
}

/** Under the lock. @throws {AppError} NOT_FOUND, CONFLICT. */
export async function giveRole(
  tx: Db,
  actorId: string | null,
  personId: string,
  role: Role,
  circumstances: Circumstances = {},
): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['role', 'isSample', standingOf.as('standing')])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw new AppError('NOT_FOUND', 'There is no such account.')
  if (person.role === role) return
  if (role !== 'member') requireEligible(person)
  await tx
    .updateTable('users')
    .set({ role, ...(role === 'member' ? {} : { waitingSince: null }) })
    .where('id', '=', personId)
    .execute()
  await writeStaffLog(tx, actorId, 'change-role', { personId, from: person.role, to: role, ...circumstances })
}

function requireEligible({ isSample, standing }: { isSample: boolean; standing: string }): void {
  if (isSample) throw new AppError('CONFLICT', 'This account came with Reverie as a sample: it is nobody’s.')
  if (standing === 'restricted' || standing === 'suspended') {
    throw new AppError('CONFLICT', `This account is ${standing}. Lift that first.`)
  }
  if (standing === 'leaving') {
    throw new AppError('CONFLICT', 'This account is about to be deleted, as its person asked.')
  }
}

async function requireAdminStill(tx: Db, actorId: string): Promise<void> {
  const actor = await tx.selectFrom('users').select('role').where('id', '=', actorId).executeTakeFirst()
  if (actor?.role !== 'admin') throw new AppError('ACCESS_DENIED', 'This is for admins.')
}

/** One who can act: not one who is restricted or suspended, or leaves. @throws {AppError} CONFLICT. */
export async function requireAnotherAdmin(tx: Db, personId: string): Promise<void> {
  const another = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', personId)
    .where(standingOf, '=', 'active')
    .limit(1)
    .executeTakeFirst()
  if (another) return
  throw new AppError('CONFLICT', 'Nobody else is an admin. Make somebody else one first.')
}
