import { AppError } from '../../../errors/app-error.ts'
import { staffLimits } from '../../../http/guards/rate-limits.ts'
import type { Deps } from '../../../setup/deps.ts'
import { writeStaffLog } from '../../moderation/public-log/staff-log.ts'

/**
 * Lets a moderator or admin go on although they have reached a limit of this hour.
 * @throws {AppError} NOT_FOUND; CONFLICT for members and for the admin's own account.
 */
export async function resetLimits(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  adminId: string,
  personId: string,
): Promise<void> {
  // Otherwise a stolen session of an admin would have no limits.
  if (personId === adminId) throw new AppError('CONFLICT', 'Another admin has to reset your limits.')
  const person = await db.selectFrom('users').select('role').where('id', '=', personId).executeTakeFirst()
  if (!person) throw new AppError('NOT_FOUND', 'This account doesn’t exist.')
  if (person.role === 'member') throw new AppError('CONFLICT', 'Only moderators and admins have these limits.')
  for (const name of staffLimits) await limits.reset(name, personId)
  await writeStaffLog(db, adminId, 'reset-limits', { personId })
}
