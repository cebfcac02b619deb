import type { Db } from '../db/connect.ts'

/**
 * Marks a person's uploads as deleted, including one that is being published: publishing then finds its claim invalid.
 * The sweep removes the bytes.
 */
export async function giveUpUploads(tx: Db, ownerId: string): Promise<void> {
  await tx
    .updateTable('objects')
    .set({ state: 'deleted' })
    .where('ownerId', '=', ownerId)
    .where('state', 'in', ['pending', 'stored'])
    .execute()
}
