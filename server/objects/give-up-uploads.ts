import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/**
 * Marks a person's uploads as deleted, including one that is being published: publishing then finds its claim invalid.
 * The sweep removes the bytes.
 */
export async function giveUpUploads(tx: Db, ownerId: string): Promise<void> {
  await sql`
    update objects set state = 'deleted' where owner_id = ${ownerId} and state in ('pending', 'stored')`.execute(tx)
}
