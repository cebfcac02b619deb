import { sql } from 'kysely'
import type { Role } from '../../contract/account/users.ts'
import type { Db } from '../../server/db/connect.ts'
import { findRunningPostgres } from '../../server/embedded/postgres.ts'
import { connectPatiently } from '../../server/test/connect-patiently.ts'
import { settingsOf } from './settings.ts'

/** Changes the database directly, for states that no API call can create. */
async function onDatabase<T>(dataDir: string, act: (db: Db) => Promise<T>): Promise<T> {
  const url = settingsOf(dataDir).DATABASE_URL || findRunningPostgres(dataDir)
  if (!url) throw new Error(`No database runs in ${dataDir}`)
  await using db = connectPatiently(url, { poolSize: 1 })
  return await act(db)
}

/** Sets a role, as `npm run admin` does. The server reads roles with each request. */
export function makeStaff(dataDir: string, userId: string, role: Role = 'moderator'): Promise<unknown> {
  return onDatabase(dataDir, (db) => sql`update users set role = ${role} where id = ${userId}`.execute(db))
}

/** Whether a clip has been fingerprinted, which takes some seconds after publishing. */
export function isFingerprinted(dataDir: string, videoId: string): Promise<boolean> {
  return onDatabase(dataDir, async (db) => {
    const { rows } = await sql`select from fingerprints where video_id = ${videoId} and made_at is not null`.execute(db)
    return rows.length > 0
  })
}

/** Records that both clips show the same pictures, without comparing them. */
export function showAgain(dataDir: string, videoId: string, firstId: string): Promise<unknown> {
  return onDatabase(dataDir, (db) =>
    sql`insert into reposts (video_id, first_id, share, state) values (${videoId}, ${firstId}, 1, 'found')`.execute(db),
  )
}

/**
 * Switches off signing in with a password for the account. Backdates the change by more than a week. Within a week, the
 * account's owner could revert it without a recovery code.
 */
export function usePasskeysOnly(dataDir: string, userId: string): Promise<void> {
  return onDatabase(dataDir, async (db) => {
    await sql`update users set password_sign_in = false where id = ${userId}`.execute(db)
    await sql`update account_events set at = at - interval '8 days' where user_id = ${userId}`.execute(db)
  })
}

/** Backdates the last confirmation by more than ten minutes. Protected actions then require the password. */
export function forgetConfirmation(dataDir: string, userId: string): Promise<unknown> {
  return onDatabase(dataDir, (db) =>
    sql`update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${userId}`.execute(db),
  )
}
