import type { Db } from '../db/connect.ts'

/**
 * Marks what somebody was uploading as deleted, also what is being published just now: that finds its claim void. The
 * sweep removes the bytes.
 */
export async function giveUpUploads(tx: Db, ownerId: string): Promise<void> {
  await tx
    .updateTable('objects')
    .set({ state: 'deleted' })
    .where('ownerId', '=', ownerId)
    .where('state', 'in', ['pending', 'stored'])
    .execute()
}
