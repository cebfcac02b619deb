import type { TestProject } from 'vitest/node'
import { databaseAt } from '../../../server/test/database/database-at.ts'
import { prepareTables } from '../../../server/test/servers/template-database.ts'

/**
 * Applies this version's migrations to the database that each test file copies. The tested version has created it
 * before.
 */
export default async function setup(project: TestProject): Promise<void> {
  const { postgresUrl, templateDatabase } = project.getProvidedContext()
  const ran = await prepareTables(databaseAt(postgresUrl, templateDatabase))
  console.log(ran.length > 0 ? `Migrated by this version: ${ran.join(', ')}` : 'The schema is the same.')
}
