import type { TestProject } from 'vitest/node'
import { connect } from '../../../server/db/connect.ts'
import { migrateToLatest } from '../../../server/db/prepare/migrate.ts'
import { startJobs } from '../../../server/jobs/jobs.ts'

/**
 * Applies this version's migrations to the database that each test file copies. The tested version has created it
 * before.
 */
export default async function setup(project: TestProject): Promise<void> {
  const { postgresUrl, templateDatabase } = project.getProvidedContext()
  const url = new URL(postgresUrl)
  url.pathname = templateDatabase
  const db = connect(url.href, { poolSize: 1 })
  const ran = await migrateToLatest(db)
  await db.destroy()
  // The job queue has its own tables.
  const jobs = await startJobs(url.href, console)
  await jobs.stop()
  console.log(ran.length > 0 ? `Migrated by this version: ${ran.join(', ')}` : 'The schema is the same.')
}
