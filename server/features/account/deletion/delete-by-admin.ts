import { AppError } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { type StaffChange, writeStaffLog } from '../../../access/staff-log.ts'
import { cancelDeletion, scheduleDeletion } from './request-deletion.ts'

type DeleteDeps = Pick<Deps, 'db' | 'signals' | 'jobs' | 'config'>

/**
 * Schedules the deletion of another account. The owner cannot cancel it. If the owner has already requested deletion,
 * its time does not change.
 *
 * @param change.reason The owner sees it. The staff log does not keep it, because it may contain personal data.
 * @returns The time of the deletion.
 * @throws {AppError} NOT_FOUND; CONFLICT for admins, samples, accounts that an admin has scheduled for deletion, and
 *   accounts whose deletion has begun.
 */
export function deleteByAdmin(
  deps: DeleteDeps,
  { actorId, personId, reason }: StaffChange & { reason: string },
): Promise<string> {
  return scheduleDeletion(deps, personId, reason, async (tx, person) => {
    // This also protects the last admin.
    if (person.role === 'admin') throw new AppError('CONFLICT', 'This is an admin. Change their role first.')
    if (person.isSample) throw new AppError('CONFLICT', 'This is a sample account. Remove the samples instead.')
    if (person.isDue) throw new AppError('CONFLICT', 'This account is already being deleted.')
    if (person.deletionReason !== null) {
      throw new AppError('CONFLICT', 'An admin has already scheduled this account for deletion.')
    }
    await writeStaffLog(tx, actorId, 'delete-account', { personId })
  })
}

/**
 * Cancels a deletion that an admin scheduled.
 * @throws {AppError} NOT_FOUND; CONFLICT if there is none, if the owner requested it, or if it has already begun.
 */
export function restoreByAdmin(deps: DeleteDeps, { actorId, personId }: StaffChange): Promise<void> {
  return cancelDeletion(deps, personId, async (tx, { deletionReason }) => {
    if (deletionReason === null) throw new AppError('CONFLICT', 'No admin has scheduled this account for deletion.')
    await writeStaffLog(tx, actorId, 'restore-account', { personId })
  })
}
