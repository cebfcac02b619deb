import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../db/connect.ts'
import { StartupError } from '../../../errors/startup-error.ts'
import { asStartupError } from './failure.ts'

/**
 * Records that a backup ended, so that staff can be alerted. The database may have an older schema or be unavailable.
 * The backup does not fail if the record fails.
 *
 * @param error The reason why the backup failed.
 */
export async function recordBackup(client: pg.Client, error?: unknown): Promise<void> {
  const failure = error === undefined ? null : reasonOf(error)
  await client.query('insert into backups (failure) values ($1)', [failure]).catch(() => {})
}

function reasonOf(error: unknown): string {
  const known = asStartupError(error, 'The backup')
  return known instanceof StartupError ? known.message : 'The backup failed unexpectedly. Its output names the error.'
}

/**
 * Returns a sentence if the last backup failed or if a backup is overdue. If no complete backup is recorded, the days are
 * counted from the first start of a version that records backups. A backup made while the clock was ahead does not count.
 */
export async function findBackupProblem(db: Db, overdueAfterDays: number): Promise<string | undefined> {
  const { rows } = await sql<{ failure: string | null; failedAt: string | null; days: number; hasAny: boolean }>`
    with last as (select failure, ended_at from backups order by id desc limit 1),
    complete as (select max(ended_at) as at from backups where failure is null and ended_at <= now())
    select (select failure from last), (select ended_at from last where failure is not null) as failed_at,
      complete.at is not null as has_any,
      floor(extract(epoch from now() - coalesce(complete.at, (select ran_at from migrations where name = '0068-alerts.sql'))) / 86400)::int as days
    from complete`.execute(db)
  const { failure, failedAt, days, hasAny } = rows[0]!
  if (failure && failedAt) return `The last backup, on ${failedAt.slice(0, 10)}, failed: ${failure}`
  if (days < overdueAfterDays) return undefined
  return hasAny ? `The last backup is ${days} days old.` : `No backup has been made for ${days} days.`
}
