import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { type StaffChange, writeStaffLog } from '../../../access/staff-log.ts'
import type { Deps } from '../../../setup/deps.ts'
import { accountNotFound } from '../../../access/refusals.ts'

/**
 * Changes and logs the storage limit of an account. Uploads that have already reserved space are not interrupted.
 *
 * @param change.to In GB; null for the limit of the site.
 * @throws {AppError} NOT_FOUND.
 */
export function changeStorageLimit(
  db: Db,
  { actorId, personId, to }: StaffChange & { to: number | null },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('storageLimitGb as from')
      .where('id', '=', personId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => accountNotFound())
    if (person.from === to) return
    await tx.updateTable('users').set({ storageLimitGb: to }).where('id', '=', personId).execute()
    await writeStaffLog(tx, actorId, 'change-storage-limit', { personId, from: person.from, to })
  })
}

/**
 * Resets the hourly limits of a moderator or admin.
 *
 * @throws {AppError} NOT_FOUND; CONFLICT for members and for the admin's own account.
 */
export async function resetLimits(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { actorId, personId }: StaffChange,
): Promise<void> {
  // Otherwise a stolen session of an admin would have no limits.
  if (personId === actorId) throw new AppError('CONFLICT', 'Another admin has to reset your limits.')
  const person = await db.selectFrom('users').select('role').where('id', '=', personId).executeTakeFirst()
  if (!person) throw accountNotFound()
  if (person.role === 'member') throw new AppError('CONFLICT', 'Only moderators and admins have these limits.')
  await limits.reset(personId)
  await writeStaffLog(db, actorId, 'reset-limits', { personId })
}
