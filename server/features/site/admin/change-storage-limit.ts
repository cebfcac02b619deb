import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { writeStaffLog } from '../../moderation/public-log/staff-log.ts'

/**
 * Changes and logs the storage limit of an account. Uploads that have reserved their room go on.
 *
 * @param to In GB; null for the limit of the site.
 * @throws {AppError} NOT_FOUND.
 */
export function changeStorageLimit(db: Db, actorId: string, personId: string, to: number | null): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('storageLimitGb as from')
      .where('id', '=', personId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person) throw new AppError('NOT_FOUND', 'This account doesn’t exist.')
    if (person.from === to) return
    await tx.updateTable('users').set({ storageLimitGb: to }).where('id', '=', personId).execute()
    await writeStaffLog(tx, actorId, 'change-storage-limit', { personId, from: person.from, to })
  })
}
