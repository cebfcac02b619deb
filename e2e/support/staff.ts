import { sql } from 'kysely'
import type { Role } from '../../contract/users.ts'
import { connect, type Db } from '../../server/db/connect.ts'
import { findRunningPostgres } from '../../server/embedded/postgres.ts'

/** Changes what the product keeps, where no call of a test could. */
async function onDatabase(dataDir: string, act: (db: Db) => Promise<unknown>): Promise<void> {
  const url = findRunningPostgres(dataDir)
  if (!url) throw new Error(`No database runs in ${dataDir}`)
  const db = connect(url, { poolSize: 1 })
  try {
    await act(db)
  } finally {
    await db.destroy()
  }
}

/** As `npm run admin` does; roles are read with each request. */
export function makeStaff(dataDir: string, userId: string, role: Role = 'moderator'): Promise<void> {
  return onDatabase(dataDir, (db) => sql`update users set role = ${role} where id = ${userId}`.execute(db))
}

/** As a decision would, where nobody looks after the site: then nothing of newcomers waits, and other tests go on as they do. */
export function suspend(dataDir: string, userId: string): Promise<void> {
  return onDatabase(dataDir, (db) =>
    sql`
      update users set hidden_for = '{suspension}', is_hidden = true, suspended_until = 'infinity'
      where id = ${userId}`.execute(db),
  )
}

/** As if they had signed in longer ago than ten minutes: what needs the password asks for it. */
export function forgetConfirmation(dataDir: string, userId: string): Promise<void> {
  return onDatabase(dataDir, (db) =>
    sql`update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${userId}`.execute(db),
  )
}
