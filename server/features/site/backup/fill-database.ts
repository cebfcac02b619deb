import type pg from 'pg'
import { connect } from '../../../db/connect.ts'
import { migrateTo, migrateToLatest } from '../../../db/prepare/migrate.ts'
import { startJobs } from '../../../jobs/jobs.ts'
import { sendAgain, type WaitingJob } from '../../../jobs/waiting-jobs.ts'
import type { Logger } from '../../../setup/logger.ts'
import { withConnection } from './with-connection.ts'

interface Contents {
  /** By name, all that had run where the rows come from: their schema. */
  migrations: string[]
  waitingJobs: WaitingJob[]
}

/**
 * Makes the database of a site: the schema that the rows have, the rows, what has changed of the schema since, the queue.
 *
 * @param databaseUrl Of one that holds nothing (`requireEmptyDatabase`).
 * @param importRows Puts them in whole or not at all (`importTables`).
 */
export async function fillDatabase(
  databaseUrl: string,
  { migrations, waitingJobs }: Contents,
  importRows: (client: pg.Client) => Promise<void>,
  log: Logger,
): Promise<void> {
  const db = connect(databaseUrl)
  try {
    await migrateTo(db, migrations)
    await withConnection(databaseUrl, importRows)
    await migrateToLatest(db)
    const jobs = await startJobs(databaseUrl, log)
    await db.transaction().execute((tx) => sendAgain(jobs, tx, waitingJobs))
    await jobs.stop()
  } finally {
    await db.destroy()
  }
}
