import { connect } from '../../db/connect.ts'
import { migrateToLatest } from '../../db/prepare/migrate.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { executeOnce } from '../execute-once.ts'

/**
 * Creates an empty, migrated database to copy, which is much faster than migrating again.
 *
 * @param postgresUrl A superuser's address of a PostgreSQL.
 * @returns Its name.
 */
export async function createTemplateDatabase(postgresUrl: string): Promise<string> {
  const name = 'template_of_tests'
  await executeOnce(postgresUrl, `create database ${name}`)
  const url = new URL(postgresUrl)
  url.pathname = name
  const db = connect(url.href, { poolSize: 1 })
  await migrateToLatest(db)
  await db.destroy()
  const jobs = await startJobs(url.href, console)
  await jobs.stop()
  return name
}
