import type pg from 'pg'
import { connect } from '../../../../db/connect.ts'
import { patient } from '../../../../db/guarded-pool.ts'
import { migrateTo, migrateToLatest } from '../../../../db/prepare/migrate.ts'
import { startJobs } from '../../../../jobs/jobs.ts'
import { enqueueAgain, type WaitingJob } from '../../../../jobs/waiting-jobs.ts'
import type { Logger } from '../../../../setup/logger.ts'
import { withConnection } from './with-connection.ts'

interface Contents {
  /** Names of all migrations that had been applied at the source. They determine the schema of the rows. */
  migrations: string[]
  waitingJobs: WaitingJob[]
}

/**
 * Fills an empty database. It applies the migrations of the source, imports its rows, applies later migrations, and
 * restores the job queue.
 *
 * @param databaseUrl URL of an empty database (`requireEmptyDatabase`).
 * @param importRows Inserts all rows or none (`importTables`).
 */
export async function fillDatabase(
  databaseUrl: string,
  { migrations, waitingJobs }: Contents,
  importRows: (client: pg.Client) => Promise<void>,
  log: Logger,
): Promise<void> {
  await using db = connect(databaseUrl, { patience: patient })
  await migrateTo(db, migrations)
  await withConnection(databaseUrl, importRows)
  await migrateToLatest(db)
  // The mark names an object that is not part of a backup. The first of several processes creates another mark.
  await db.deleteFrom('storageMark').execute()
  const jobs = await startJobs(databaseUrl, log)
  try {
    await db.transaction().execute((tx) => enqueueAgain(jobs, tx, waitingJobs))
  } finally {
    // While the queue runs, the command would never end.
    await jobs.stop()
  }
}
