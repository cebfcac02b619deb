/** Test fixture: deletes accounts and finds the remaining rows that refer to them. */
import { sql } from 'kysely'
import { type Caller, jobOf, type TestApp } from '../../../test/test-app.ts'
import { deleteAccount } from './delete-account.jobs.ts'

export interface Person {
  user: { id: string; username: string | null; email: string }
  caller: Caller
}

export async function requestDeletion({ user, caller }: Person): Promise<string> {
  const reply = await caller.put('/api/account/deletion', { name: user.username ?? user.email })
  if (reply.statusCode !== 200) throw new Error(`Asking for the deletion failed: ${reply.body}`)
  return reply.json<{ deleteAfter: string }>().deleteAfter
}

/** Moves the end of the account's grace period to now. */
export async function letGracePass(t: TestApp, userId: string): Promise<void> {
  await t.change('users', userId, { deleteAfter: sql<string>`now()` })
}

/** Deletes an account the way the queue does after the sweep has enqueued the job. */
export async function leaveForGood(t: TestApp, person: Person): Promise<void> {
  await requestDeletion(person)
  await letGracePass(t, person.user.id)
  await deleteAccount(t.deps, jobOf({ userId: person.user.id }))
}

/** Returns every table column that contains this id. The two logs are excluded, because they must keep it. */
export async function columnsWith(t: TestApp, id: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid'
      and table_name not in ('staff_log', 'public_log')`.execute(t.db)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(t.db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
